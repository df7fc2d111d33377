package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.SecretReference;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The packaged service as an operator runs it: production profile, no token set, a volume with secrets, and the debug
 * log on.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProductionProfileIT {
    private static final String SECRET = "correct-horse-battery-staple";

    private final PostgresDatabase database = SharedPostgres.freshDatabase("production_profile");
    private Path folder;
    private Installation installation;
    private Cluster cluster;
    private PackagedService service;

    @BeforeAll
    void aVolumeWithSecretsWalksThroughItsLife() throws Exception {
        folder = ScratchFolder.create("production-profile");
        Path secrets = Files.createDirectory(folder.resolve(StrictPluginOptions.DEFAULT_NAME));
        Files.writeString(secrets.resolve("storage-password"), SECRET);
        installation = new Installation("production", SharedBroker.bootstrapServers(), database, folder);
        cluster = installation.cluster;
        service = installation.replica("0");
        Installation.start(
                service,
                Map.of(
                        "QUARKUS_PROFILE", "prod",
                        "HAWSER_VOLUME_SECRETS_DIR", folder.toString(),
                        "QUARKUS_LOG_CATEGORY__IO_HAWSER__LEVEL", "DEBUG",
                        "QUARKUS_LOG_CATEGORY__IO_GRPC__LEVEL", "DEBUG"));
        service.awaitReady();
        cluster.create(
                "data",
                "create-data",
                cluster.spec()
                        .addSecrets(
                                SecretReference.newBuilder().setKey("password").setName("storage-password")));
        cluster.task("task", "n1", "data", TaskState.TASK_STATE_PENDING);
        cluster.obey(assigned(false));
        cluster.task("task", "n1", "data", TaskState.TASK_STATE_COMPLETE);
        cluster.obey(assigned(true));
        cluster.remove("data", "remove-data");
        cluster.orchestrator.awaitResult("remove-data", CommandResult::hasDone);
    }

    private Assignment assigned(boolean nothing) {
        return cluster.orchestrator.awaitAssignment("n1", "data", a -> a.getNothing() == nothing);
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    @DisplayName("Each line of the log is a JSON object that says when, how bad, who and what")
    void logsAreJson() throws Exception {
        // Given
        ObjectMapper json = new ObjectMapper();

        // When
        List<JsonNode> lines = new ArrayList<>();
        for (String line : log()) {
            if (line.startsWith("{")) {
                lines.add(json.readTree(line));
            }
        }

        // Then
        assertThat(lines).isNotEmpty().allSatisfy(line -> assertThat(line.fieldNames())
                .toIterable()
                .contains("timestamp", "level", "loggerName", "message"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line.get("message").asText()).contains("volume-service"));
    }

    @Test
    @DisplayName("The calls are in the debug log; the secret's value is in no log, no topic and no table")
    void secretsAreNowhere() throws Exception {
        assertThat(log())
                .anySatisfy(line -> assertThat(line).contains("CreateVolumeRequest", "secrets: ***stripped***"))
                .noneSatisfy(line -> assertThat(line).contains(SECRET))
                .noneSatisfy(line -> assertThat(line).contains(hex()));
        assertThat(records()).isNotEmpty().noneSatisfy(record -> assertThat(record)
                .contains(SECRET));
        assertThat(rows())
                .isNotEmpty()
                .noneSatisfy(row -> assertThat(row).contains(SECRET))
                .noneSatisfy(row -> assertThat(row).contains(hex()));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("An operator finds health, start-up and metrics, and nobody writes while no token is set")
    void anOperatorFindsHealthAndMetrics() throws Exception {
        for (String path : List.of("/q/health/started", "/q/health/live", "/q/health/ready")) {
            await().untilAsserted(() ->
                    assertThat(service.ask("GET", path).statusCode()).as(path).isEqualTo(200));
        }
        assertThat(service.ask("GET", "/q/metrics").body()).contains("csi_sidecar_operations_seconds");
        assertThat(service.ask("POST", "/v1/republish", "Authorization", "Bearer guessed")
                        .statusCode())
                .isEqualTo(403);
    }

    private static String hex() {
        return HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8));
    }

    /** The service runs on: a line that it is still writing is left out. */
    private List<String> log() throws Exception {
        String text = new String(Files.readAllBytes(folder.resolve("replica-0.log")), StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Key, headers and value of every record of every topic, as text. */
    private List<String> records() {
        List<TopicPartition> partitions = new ArrayList<>();
        for (HawserTopic topic : HawserTopic.values()) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions.add(new TopicPartition(installation.names().of(topic), partition));
            }
        }
        List<String> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                new HashMap<>(installation.kafka()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofMillis(100));
                polled.forEach(record -> {
                    records.add(text(record.key()) + text(record.value()));
                    record.headers().forEach(header -> records.add(text(header.value())));
                });
            }
        }
        return records;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Every row of every table, as PostgreSQL prints it: bytes are hexadecimal. */
    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.connect()) {
            List<String> tables = strings(
                    connection,
                    "select quote_ident(table_name) from information_schema.tables where table_schema = 'public'");
            for (String table : tables) {
                rows.addAll(strings(connection, "select t::text from " + table + " t"));
            }
        }
        return rows;
    }

    private static List<String> strings(Connection connection, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
