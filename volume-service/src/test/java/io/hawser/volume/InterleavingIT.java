package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.testkit.strict.history.Event;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Node;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What another transaction does between two statements of ours; the test is that other. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class InterleavingIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String plugin = "i" + run;
    private final String volume = "v" + run;
    private StrictPlugin strict;
    private Orchestrator orchestrator;

    @BeforeEach
    void start() throws Exception {
        Path sockets = Files.createTempDirectory("hv");
        strict = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("c.sock"))
                .withName(plugin)
                .withNode("n1", sockets.resolve("n1.sock"))
                .withNode("n2", sockets.resolve("n2.sock")));
        orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT);
        orchestrator.write(HawserTopic.PLUGINS, plugin, "p", StrictNodes.plugin(strict, plugin, 1));
        for (String node : List.of("n1", "n2")) {
            orchestrator.write(
                    HawserTopic.NODES,
                    node,
                    node,
                    Node.newBuilder().setName(node).build());
            orchestrator.write(
                    HawserTopic.FINGERPRINTS,
                    node + "/" + plugin,
                    "f-" + node,
                    StrictNodes.fingerprint(strict, plugin, node, 1));
        }
    }

    @AfterEach
    void stop() {
        orchestrator.close();
        strict.close();
    }

    @Test
    @DisplayName(
            "A claim from another node that comes in between does not make a call's ending be forgotten and the call be made again")
    void anEndingIsNotForgotten() throws Exception {
        // Given
        created(VolumeSpec.newBuilder()
                .setPlugin(plugin)
                .setScope(Scope.SCOPE_MULTI_NODE)
                .setSharing(Sharing.SHARING_ALL));
        strict.setLatency(Duration.ofSeconds(2));
        task("n1");
        await().atMost(SOON).until(() -> attachesOf("n1") == 1);

        // When
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            update(other, "select 1 from volume where name = ? for update", volume);
            await().atMost(SOON).until(this::somebodyWaitsForALock);
            update(other, """
                    insert into claim (task, target, volume, source, node, target_id, read_only, state, since, dropped, why, awaits, path)
                    select 'other-' || task, target, volume, source, 'n2', 'other-' || target_id, read_only, state, since, dropped, why,
                      awaits, path from claim where volume = ?""", volume);
            other.commit();
        }

        // Then
        orchestrator.await(
                HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, each -> each.getTargetsCount() == 1);
        assertThat(attachesOf("n1")).isEqualTo(1);
    }

    @Test
    @DisplayName("A wake-up that comes for what is gone already leaves no row that is looked at for ever")
    void aWakeUpForWhatIsGoneEnds() throws Exception {
        // When
        try (Connection other = database.getConnection()) {
            for (String kind : List.of("volume", "task")) {
                update(other, """
                        insert into ledger_due (kind, key, lane, due, woken) values ('%s', ?, '', now(), true)""".formatted(kind), volume);
            }
        }

        // Then
        await().atMost(SOON).until(() -> count("select count(*) from ledger_due where key = '" + volume + "'") == 0);
    }

    private void created(VolumeSpec.Builder spec) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "create-" + run,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(spec.setMount(MountAccess.getDefaultInstance()))
                        .build());
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
    }

    private void task(String node) {
        orchestrator.write(
                HawserTopic.TASKS,
                "t" + run,
                "t" + run,
                Task.newBuilder()
                        .setName("t" + run)
                        .setNode(node)
                        .setObserved(TaskState.TASK_STATE_PENDING)
                        .addMounts(TaskMount.newBuilder().setSource(volume).setTarget("/data"))
                        .build());
    }

    private long attachesOf(String node) {
        return strict.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(event -> ((Event.CallArrived) event).call().request())
                .filter(request -> request instanceof ControllerPublishVolumeRequest attach
                        && attach.getNodeId().equals(StrictPluginOptions.nodeId(node)))
                .count();
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        return count("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") > 0;
    }

    private long count(String query) throws SQLException {
        try (Connection connection = database.getConnection();
                var rows = connection.createStatement().executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void update(Connection connection, String statement, String key) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, key);
            prepared.execute();
        }
    }
}
