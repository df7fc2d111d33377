package io.hawser.testkit.shared;

import io.hawser.embedded.broker.BrokerSettings;
import io.hawser.embedded.postgres.PostgresServer;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.PostgreSQLContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts a broker and a database server from images. Testcontainers is on the class path only if
 * {@link ContainerSettings#enabled}, so ask that before this class is loaded.
 */
public final class ContainerServers {
    private ContainerServers() {}

    public static DockerImageName kafkaImage() {
        return image("HAWSER_TEST_KAFKA_IMAGE", ContainerSettings.KAFKA_IMAGE)
                .asCompatibleSubstituteFor("apache/kafka");
    }

    public static DockerImageName postgresImage() {
        return image("HAWSER_TEST_POSTGRES_IMAGE", ContainerSettings.POSTGRES_IMAGE)
                .asCompatibleSubstituteFor("postgres");
    }

    private static DockerImageName image(String variable, String otherwise) {
        return DockerImageName.parse(
                Optional.ofNullable(System.getenv(variable)).orElse(otherwise));
    }

    /** Not started yet; has the settings of the embedded broker. */
    private static KafkaContainer kafka() {
        var broker = new KafkaContainer(kafkaImage());
        BrokerSettings.ofOneBroker()
                .forEach((name, value) ->
                        broker.withEnv("KAFKA_" + name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        return broker.withEnv("KAFKA_HEAP_OPTS", "-Xmx512m");
    }

    /** Not started yet; has the settings of the embedded server. Testcontainers' own default turns fsync off. */
    private static PostgreSQLContainer<?> postgres(String password) {
        String[] command = Stream.concat(Stream.of("postgres"), PostgresServer.options().stream())
                .toArray(String[]::new);
        return new PostgreSQLContainer<>(postgresImage())
                .withUsername(PostgresServer.SUPERUSER)
                .withDatabaseName(PostgresServer.SUPERUSER)
                .withPassword(password)
                .withCommand(command);
    }

    /** @return host and port of a started broker, as Kafka clients want them */
    static String startBroker() {
        KafkaContainer broker = kafka();
        start(broker);
        return broker.getBootstrapServers();
    }

    static PostgresServer startPostgres(String password) {
        PostgreSQLContainer<?> server = postgres(password);
        start(server);
        return new PostgresServer(
                server.getHost(), server.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT), password);
    }

    /** The container is removed when this JVM ends, also without Ryuk. */
    private static void start(GenericContainer<?> container) {
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "shared-container"));
    }
}
