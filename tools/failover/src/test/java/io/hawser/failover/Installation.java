package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Rpc;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * Packaged replicas of volume-service on one broker and one database, a strict plugin, one node, and who writes
 * commands.
 */
final class Installation implements AutoCloseable {
    /**
     * Every timeout short, so that a test outlasts all of them quickly. What concerns the database is as shipped: on a
     * busy machine, a process may get no time for seconds.
     */
    private static final Map<String, String> SHORT = Map.of(
            "MP_MESSAGING_INCOMING_INTAKE_SESSION_TIMEOUT_MS", "2000",
            "MP_MESSAGING_INCOMING_INTAKE_HEARTBEAT_INTERVAL_MS", "500",
            "MP_MESSAGING_INCOMING_INTAKE_MAX_POLL_RECORDS", "20",
            "HAWSER_LEDGER_DUE_LEASE", "2S",
            "HAWSER_LEDGER_OUTBOX_LEASE", "2S",
            "HAWSER_LEDGER_OUTBOX_TRANSACTION_TIMEOUT", "3S",
            "HAWSER_VOLUME_RPC_DEADLINE", "2S",
            "HAWSER_VOLUME_CLOCK_MARGIN", "500MS");

    /** For tests that stop a process inside a transaction: the database takes its locks from it. */
    static final Map<String, String> SHORT_TRANSACTIONS = Map.of(
            "HAWSER_LEDGER_DATABASE_PATIENCE", "5S",
            "QUARKUS_DATASOURCE_REACTIVE_ADDITIONAL_PROPERTIES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT", "6000");

    private static final Path VOLUME_SERVICE = Path.of("..", "..", "volume-service", "target");

    private static final String WORLD = "world";

    final Cluster cluster;
    private final TopicNames names;
    private final String bootstrapServers;
    private final PostgresDatabase database;
    private final Path logs;
    private final List<PackagedService> replicas = new ArrayList<>();
    private final List<String> created = new ArrayList<>();

    Installation(String prefix, String bootstrapServers, PostgresDatabase database, Path logs) throws Exception {
        this.names = new TopicNames(prefix);
        this.bootstrapServers = bootstrapServers;
        this.database = database;
        this.logs = logs;
        try (Admin admin = Admin.create(kafka())) {
            new TopicCreator(admin, names).ensure(List.of(HawserTopic.values()));
        }
        cluster = new Cluster(kafka(), names, options -> options.withNodes("n1", "n2"));
        cluster.describe();
    }

    /** On the broker and the database server that all tests share. */
    static Installation shared(String name) throws Exception {
        return new Installation(
                name,
                SharedBroker.bootstrapServers(),
                SharedPostgres.freshDatabase(name.replace('-', '_')),
                ScratchFolder.create(name));
    }

    /** Not started yet. */
    PackagedService replica(String number) {
        return replica(number, database);
    }

    /** On another database: an empty one, against topics that are full, say. */
    PackagedService replica(String number, PostgresDatabase database) {
        PackagedService replica = new PackagedService(
                "volume-service",
                number,
                bootstrapServers,
                database,
                names.prefix(),
                logs.resolve("replica-" + number + ".log"));
        replicas.add(replica);
        return replica;
    }

    /** With orders of that replica, which {@link #order} writes. */
    void startObedient(PackagedService replica, String number, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("HAWSER_LEDGER_FAULTS_ORDER", orders(number).toString());
        start(replica, settings);
    }

    /** Tells a replica to {@code halt POINT[:N]} or to {@code stop POINT[:N]}. */
    void order(String number, String order) throws IOException {
        Files.writeString(orders(number), order);
    }

    private Path orders(String number) {
        return logs.resolve("order-" + number);
    }

    static void start(PackagedService replica, Map<String, String> more) {
        start(replica, more, VOLUME_SERVICE);
    }

    /** @param target the build folder of the version to start */
    static void start(PackagedService replica, Map<String, String> more, Path target) {
        Map<String, String> settings = new HashMap<>(SHORT);
        settings.putAll(more);
        replica.start(settings, target);
    }

    Map<String, Object> kafka() {
        return Map.of("bootstrap.servers", bootstrapServers);
    }

    TopicNames names() {
        return names;
    }

    /** The first volume's creation: whoever comes later finds all services warm. */
    void awaitWorld() {
        cluster.create(WORLD, "world");
        await().atMost(Duration.ofMinutes(3))
                .until(() -> !cluster.strict.volumes().isEmpty());
    }

    static List<String> volumes(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + "-" + i).toList();
    }

    /** A volume each, and a task on the node that mounts it. */
    void create(List<String> volumes) {
        volumes.forEach(volume -> {
            created.add(volume);
            cluster.create(volume, "create-" + volume);
            cluster.task("task-" + volume, "n1", volume, TaskState.TASK_STATE_PENDING);
        });
    }

    /** All that {@link #create} ever asked for came to be, once each, and the plugin holds nothing else. */
    void awaitOnce() {
        try (Written written = new Written(kafka(), names)) {
            await().atMost(Duration.ofMinutes(5)).until(() -> {
                written.read();
                return !written.volumeId(WORLD).isEmpty()
                        && created.stream()
                                .allMatch(volume -> written.assigned(volume) && written.isDone("create-" + volume));
            });
            assertThat(created).allSatisfy(volume -> assertThat(written.answers("create-" + volume))
                    .containsExactly("ACCEPTED", "DONE"));
            assertThat(cluster.strict.volumes())
                    .extracting(StoredVolume::id)
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(created.stream(), Stream.of(WORLD))
                            .map(written::volumeId)
                            .toList());
        }
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    /** Sees whatever is written from now on, and what is there. */
    Written reader() {
        return new Written(kafka(), names);
    }

    /**
     * States of volumes with that prefix that this reader of committed records has seen again, or after a later one.
     */
    List<String> outOfOrder(String prefix, Written reader) {
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            reader.read();
            return created.stream().allMatch(volume -> reader.isDone("create-" + volume));
        });
        return reader.outOfOrder().stream()
                .filter(sight -> sight.contains(prefix))
                .toList();
    }

    /** Volumes that the plugin holds. */
    int held() {
        return cluster.strict.volumes().size();
    }

    /** What the plugin holds, by its own ids. */
    Set<String> ids() {
        return cluster.strict.volumes().stream().map(StoredVolume::id).collect(Collectors.toSet());
    }

    /** The names of all volumes that the plugin was asked to create, once for each time. */
    List<String> asked() {
        return cluster.calls(Rpc.CREATE_VOLUME).stream()
                .map(call -> ((CreateVolumeRequest) call.request()).getName())
                .toList();
    }

    @Override
    public void close() {
        replicas.forEach(PackagedService::close);
        cluster.close();
    }
}
