package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.call.Rpc;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What another transaction does between two statements of ours; the test is that other. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class InterleavingIT extends OwnCluster {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration OFTEN = Duration.ofMillis(10);

    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open("n1", "n2");
        cluster.describe();
    }

    @Test
    @DisplayName("A claim from another node that comes in between does not make a "
            + "call's ending be forgotten and the call be made again")
    void anEndingIsNotForgotten() throws Exception {
        // Given
        cluster.create(
                volume,
                "create-" + run,
                cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        orchestrator.awaitCreated(volume);
        cluster.strict.setLatency(Duration.ofSeconds(2));
        // Connected before the call: the lock has to be there before its ending.
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            cluster.task("t" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
            await().atMost(SOON).pollInterval(OFTEN).until(() -> attachesOf("n1") == 1);

            // When
            update(other, "select 1 from volume where name = ? for update", volume);
            tables.awaitSomebodyWaitingForALock();
            update(other, """
                    insert into claim (task, target, volume, source, node, target_id,
                      read_only, state, requested_at, dropped_generation, message, awaits, path)
                    select 'other-' || task, target, volume, source, 'n2', 'other-' || target_id,
                      read_only, state, requested_at, dropped_generation, message, awaits, path
                    from claim where volume = ?""", volume);
            other.commit();
        }

        // Then
        orchestrator.awaitAssigned("n1", volume);
        assertThat(attachesOf("n1")).isEqualTo(1);
    }

    @Test
    @DisplayName("A wake-up that comes for what is gone already leaves no row that is looked at for ever")
    void aWakeUpForWhatIsGoneEnds() throws Exception {
        // When
        try (Connection other = database.getConnection()) {
            for (String kind : List.of("volume", "task")) {
                update(
                        other,
                        "insert into ledger_due (kind, key, queue, due, woken)" + " values ('" + kind
                                + "', ?, '', now(), true)",
                        volume);
            }
        }

        // Then
        tables.awaitCount(0, "select count(*) from ledger_due where key = ?", volume);
    }

    @Test
    @DisplayName("A command that is accepted while the transaction that answers it waits for a lock is done under a"
            + " later revision than it was accepted under")
    void isDoneAfterItIsAccepted() throws Exception {
        // Given
        String late = "late-" + run;
        cluster.create(volume, "create-" + run);
        orchestrator.awaitCreated(volume);
        cluster.strict.setLatency(Duration.ofSeconds(2));
        CommandResult accepted;
        // Connected before the call: the lock has to be there before its ending.
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            cluster.remove(volume, "remove-" + run);
            await().atMost(SOON).pollInterval(OFTEN).until(() -> !cluster.calls(Rpc.DELETE_VOLUME)
                    .isEmpty());

            // When
            update(other, "select 1 from plugin where name = ? for update", cluster.plugin);
            tables.awaitSomebodyWaitingForALock();
            cluster.remove(volume, late);
            accepted = orchestrator.awaitResult(late, CommandResult::hasAccepted);
            other.rollback();
        }

        // Then
        CommandResult done = orchestrator.awaitResult(late, CommandResult::hasDone);
        assertThat(done.getRevision()).isGreaterThan(accepted.getRevision());
    }

    @Test
    @DisplayName("A volume is created while a decision about the plugin's other volumes reads the plugin")
    void aCreateOnlyReadsThePlugin() throws Exception {
        try (Connection other = database.getConnection()) {
            // Given
            other.setAutoCommit(false);
            update(other, "select 1 from plugin where name = ? for share", cluster.plugin);

            // When
            cluster.create(volume, "create-" + run);

            // Then
            orchestrator.awaitCreated(volume);
            other.rollback();
        }
    }

    private long attachesOf(String node) {
        return cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME).stream()
                .map(call -> (ControllerPublishVolumeRequest) call.request())
                .filter(attach -> attach.getNodeId().equals(StrictPluginOptions.nodeId(node)))
                .count();
    }

    private static void update(Connection connection, String statement, String key) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, key);
            prepared.execute();
        }
    }
}
