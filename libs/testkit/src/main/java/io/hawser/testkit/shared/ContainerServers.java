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
 * Broker and database server from images. Testcontainers is on the class path of a run that wants them only: ask
 * {@link ContainerLane#wanted} before this class is touched.
 */
public final class ContainerServers {
    private ContainerServers() {}

    /** Kafka's own image, or what {@code HAWSER_TEST_KAFKA_IMAGE} names instead. */
    public static DockerImageName kafkaImage() {
        return image("HAWSER_TEST_KAFKA_IMAGE", ContainerLane.KAFKA_IMAGE).asCompatibleSubstituteFor("apache/kafka");
    }

    /** PostgreSQL's official image, or what {@code HAWSER_TEST_POSTGRES_IMAGE} names instead. */
    public static DockerImageName postgresImage() {
        return image("HAWSER_TEST_POSTGRES_IMAGE", ContainerLane.POSTGRES_IMAGE).asCompatibleSubstituteFor("postgres");
    }

    private static DockerImageName image(String variable, String otherwise) {
        return DockerImageName.parse(
                Optional.ofNullable(System.getenv(variable)).orElse(otherwise));
    }

    /** Not started yet; told what the embedded broker is told. */
    private static KafkaContainer kafka() {
        var broker = new KafkaContainer(kafkaImage());
        BrokerSettings.ofOneBroker()
                .forEach((name, value) ->
                        broker.withEnv("KAFKA_" + name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        return broker.withEnv("KAFKA_HEAP_OPTS", "-Xmx512m");
    }

    /** Not started yet; told what the embedded server is told. Testcontainers alone would turn fsync off. */
    private static PostgreSQLContainer<?> postgres(String password) {
        String[] command = Stream.concat(Stream.of("postgres"), PostgresServer.options().stream())
                .toArray(String[]::new);
        return new PostgreSQLContainer<>(postgresImage())
                .withUsername(PostgresServer.SUPERUSER)
                .withDatabaseName(PostgresServer.SUPERUSER)
                .withPassword(password)
                .withCommand(command);
    }

    /** A started one; host and port, as Kafka clients want them. */
    static String startBroker() {
        KafkaContainer broker = kafka();
        start(broker);
        return broker.getBootstrapServers();
    }

    /** A started one. */
    static PostgresServer startPostgres(String password) {
        PostgreSQLContainer<?> server = postgres(password);
        start(server);
        return new PostgresServer(
                server.getHost(), server.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT), password);
    }

    /** It ends with this JVM, without Ryuk as well. */
    private static void start(GenericContainer<?> container) {
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "shared-container"));
    }
}
