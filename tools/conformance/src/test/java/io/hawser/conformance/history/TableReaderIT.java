package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.v1.Assignment;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Against the tables as the services' own migrations make them. */
class TableReaderIT {
    private static final Path PROJECT = Path.of("../..");

    @Test
    void readsWhatVolumeServiceHasStored() throws Exception {
        // Given
        PostgresDatabase volumes = database("volume-service");
        PostgresDatabase plugins = database("plugin-registry");
        VolumeSpec spec = VolumeSpec.newBuilder().setPlugin("p").build();
        byte[] context = Assignment.newBuilder()
                .putVolumeContext("device", "sdb")
                .build()
                .toByteArray();
        Instant next = Instant.parse("2026-01-01T00:00:00Z");
        insert(
                volumes,
                "volume",
                Map.ofEntries(
                        Map.entry("name", "v"),
                        Map.entry("uid", "u1"),
                        Map.entry("plugin", "p"),
                        Map.entry("volume_group", ""),
                        Map.entry("spec", spec.toByteArray()),
                        Map.entry("create_command", "c1"),
                        Map.entry("created", true),
                        Map.entry("create_attempted", true),
                        Map.entry("uncertain", false),
                        Map.entry("volume_id", "id-1"),
                        Map.entry("capacity_bytes", 1L),
                        Map.entry("volume_context", new byte[0]),
                        Map.entry("topology", new byte[0]),
                        Map.entry("attempt", 2),
                        Map.entry("not_before", Timestamp.from(next)),
                        Map.entry("failure", "message"),
                        Map.entry("parked_at", 7L),
                        Map.entry("removal", false),
                        Map.entry("removal_force", false),
                        Map.entry("removal_command", ""),
                        Map.entry("call_uncertain_before", false),
                        Map.entry("revision", 1L)));
        insert(
                volumes,
                "publication",
                Map.ofEntries(
                        Map.entry("volume", "v"),
                        Map.entry("node", "n1"),
                        Map.entry("state", "PUBLISHED"),
                        Map.entry("csi_node_id", "strict-n1"),
                        Map.entry("publish_context", context),
                        Map.entry("generation", 5L),
                        Map.entry("assigned", new String[] {"t1"}),
                        Map.entry("attempted", true),
                        Map.entry("uncertain", true),
                        Map.entry("unconfirmed", false),
                        Map.entry("attempt", 0),
                        Map.entry("failure", "")));
        insert(plugins, "ledger_outbox", Map.of("shard", 0, "topic", "t", "key", "k", "headers", ""));
        Node node = Node.newBuilder().setName("n1").setFenced(true).build();
        Task task = Task.newBuilder().setName("t1").setNode("n1").build();
        for (boolean gone : List.of(false, true)) {
            String end = gone ? "-gone" : "";
            insert(volumes, "node", Map.of("name", "n1" + end, "message", node.toByteArray(), "removed", gone));
            insert(
                    volumes,
                    "task",
                    Map.of(
                            "name",
                            "t1" + end,
                            "node",
                            "n1",
                            "message",
                            task.toByteArray(),
                            "gone",
                            gone,
                            "revision",
                            1L));
        }
        insert(volumes, "ledger_position", position("id-1", 3));
        insert(volumes, "ledger_position", position("id-2", 7));
        // When
        Tables tables = new TableReader(volumes, List.of(plugins)).read();
        // Then
        assertThat(tables.volumes())
                .containsExactly(new Tables.VolumeLine(
                        "v", "u1", spec, "c1", true, false, "id-1", new Tables.Retry(Optional.of(next), true), false));
        assertThat(tables.publications())
                .containsExactly(new Tables.PublicationLine(
                        "v", "n1", "PUBLISHED", "strict-n1", Map.of("device", "sdb"), true, false, Tables.Retry.NONE));
        assertThat(tables.applied())
                .containsExactly(
                        new Tables.StateLine(HawserTopic.NODES, "n1", node),
                        new Tables.StateLine(HawserTopic.TASKS, "t1", task));
        assertThat(tables.read()).isEqualTo(Map.of("hawser.tasks-0", 7L));
        assertThat(tables.unsent()).isEqualTo(Map.of(volumes.user(), 0L, plugins.user(), 1L));
        assertThat(tables.deadlocks()).isEqualTo(Map.of(volumes.user(), 0L, plugins.user(), 0L));
    }

    @Test
    void countsWhatARunLeftAtTheOtherServices() throws Exception {
        // Given
        PostgresDatabase deallocator = database("deallocator-service");
        PostgresDatabase plugins = database("plugin-registry");
        Leftovers leftovers =
                new Leftovers(Map.of("deallocator-service", deallocator, "plugin-registry", plugins)::get);
        assertThat(leftovers.count()).isEmpty();
        // When
        insert(
                deallocator,
                "live_task",
                Map.of("name", "t1", "service", "s", "since", OffsetDateTime.now(ZoneOffset.UTC)));
        insert(
                deallocator,
                "resource",
                Map.of(
                        "id",
                        "network/n",
                        "uid",
                        "",
                        "leaving",
                        false,
                        "deletion",
                        "NOT_ASKED",
                        "revision",
                        0L,
                        "told",
                        new byte[0]));
        insert(plugins, "ledger_outbox", Map.of("shard", 0, "topic", "t", "key", "k", "headers", ""));
        // Then
        assertThat(leftovers.count())
                .isEqualTo(Map.of(
                        "deallocator-service: live_task",
                        1L,
                        "deallocator-service: resource",
                        1L,
                        "plugin-registry: ledger_outbox",
                        1L));
    }

    private static Map<String, Object> position(String topicId, long next) {
        return Map.of(
                "consumer",
                "volume-service",
                "topic_id",
                topicId,
                "partition",
                0,
                "topic",
                "hawser.tasks",
                "next",
                next);
    }

    private static PostgresDatabase database(String service) throws Exception {
        PostgresDatabase database = SharedPostgres.freshDatabase(service);
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations(
                        "filesystem:" + PROJECT.resolve("libs/ledger/src/main/resources/db/ledger"),
                        "filesystem:" + PROJECT.resolve(service + "/src/main/resources/db/migration"))
                // Flyway's own lock is a transaction otherwise, and an index that is made concurrently waits for it.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load()
                .migrate();
        return database;
    }

    private static void insert(PostgresDatabase database, String table, Map<String, Object> columns) throws Exception {
        List<String> names = List.copyOf(columns.keySet());
        String marks = String.join(", ", names.stream().map(name -> "?").toList());
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "insert into " + table + " (" + String.join(", ", names) + ") values (" + marks + ")")) {
            for (int i = 0; i < names.size(); i++) {
                statement.setObject(i + 1, columns.get(names.get(i)));
            }
            statement.executeUpdate();
        }
    }
}
