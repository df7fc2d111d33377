package io.hawser.testkit.shared;

/** In runs of {@code ./hawser test --containers} the broker and the database that tests share are in containers. */
public final class ContainerSettings {
    /** The default of {@code HAWSER_TEST_KAFKA_IMAGE}. */
    public static final String KAFKA_IMAGE = "apache/kafka:4.1.1";

    /** The default of {@code HAWSER_TEST_POSTGRES_IMAGE}. */
    public static final String POSTGRES_IMAGE = "postgres:18";

    private ContainerSettings() {}

    /** Whether this is such a run. */
    static boolean enabled() {
        return Boolean.getBoolean("hawser.test.containers");
    }
}
