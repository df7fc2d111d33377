package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.call.Call;
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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What another transaction does between two statements of ours; the test is that other. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class InterleavingIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration OFTEN = Duration.ofMillis(10);
    /** Of a scene that is played again, with another volume, if the call ended before the lock was there. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String UNDER_WAY = "select 1 from volume where name = ? and call_id is not null";

    private String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open("n1", "n2");
        cluster.describe();
    }

    @Test
    @Tag("swarmkit-X-7")
    @DisplayName("A claim from another node that comes in between does not make a "
            + "call's ending be forgotten and the call be made again")
    void anEndingIsNotForgotten() {
        await().atMost(PATIENCE).until(this::aClaimComesInBetween);

        // Then
        String id = orchestrator.awaitAssigned("n1", volume).getVolumeId();
        assertThat(attaches(answered(Rpc.CONTROLLER_PUBLISH_VOLUME), id)).isEqualTo(1);
    }

    private boolean aClaimComesInBetween() throws SQLException {
        // Given
        volume += "a";
        cluster.strict.setLatency(Duration.ZERO);
        cluster.create(
                volume,
                "create-" + volume,
                cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        String id = orchestrator.awaitCreated(volume).getInfo().getVolumeId();
        cluster.strict.setLatency(Duration.ofSeconds(2));
        // Connected before the call: the lock has to be there before its ending.
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            cluster.task("t" + volume, "n1", volume, TaskState.TASK_STATE_PENDING);
            await().atMost(SOON)
                    .pollInterval(OFTEN)
                    .until(() -> attaches(cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME), id) == 1);

            // When
            if (!finds(other, UNDER_WAY + " for update", volume)) {
                other.rollback();
                return false;
            }
            tables.awaitSomebodyWaitingForALock();
            update(other, """
                    insert into claim (task, target, volume, source, node, target_id,
                      read_only, state, requested_at, dropped_generation, message, awaits, path)
                    select 'other-' || task, target, volume, source, 'n2', 'other-' || target_id,
                      read_only, state, requested_at, dropped_generation, message, awaits, path
                    from claim where volume = ?""", volume);
            other.commit();
            return true;
        }
    }

    @Test
    @DisplayName("A clock that steps forward ends no call that still runs: no second one is made beside it, "
            + "and its ending counts")
    void aClockThatStepsForward() throws Exception {
        // Given
        cluster.create(volume, "create-" + run);
        String id = orchestrator.awaitCreated(volume).getInfo().getVolumeId();
        cluster.strict.setLatency(Duration.ofSeconds(3));
        cluster.task("t" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        await().atMost(SOON).until(() -> attaches(cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME), id) == 1);

        // When
        try (Connection other = database.getConnection()) {
            update(other, """
                    with over as (update volume set call_until = now() where name = ? and call_id is not null
                                  returning name)
                    update ledger_due set due = now(), woken = true
                    where kind = 'volume' and key = (select name from over)""", volume);
        }

        // Then
        orchestrator.awaitAssigned("n1", volume);
        assertThat(attaches(answered(Rpc.CONTROLLER_PUBLISH_VOLUME), id)).isEqualTo(1);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
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
    void isDoneAfterItIsAccepted() {
        CommandResult accepted = await().atMost(PATIENCE)
                .until(this::acceptedWhileTheAnswerWaits, Optional::isPresent)
                .orElseThrow();

        // Then
        CommandResult done = orchestrator.awaitResult("late-" + volume, CommandResult::hasDone);
        assertThat(done.getRevision()).isGreaterThan(accepted.getRevision());
    }

    private Optional<CommandResult> acceptedWhileTheAnswerWaits() throws SQLException {
        // Given
        volume += "d";
        String late = "late-" + volume;
        cluster.strict.setLatency(Duration.ZERO);
        cluster.create(volume, "create-" + volume);
        orchestrator.awaitCreated(volume);
        int deletes = cluster.calls(Rpc.DELETE_VOLUME).size();
        cluster.strict.setLatency(Duration.ofSeconds(2));
        // Connected before the call: the lock has to be there before its ending.
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            cluster.remove(volume, "remove-" + volume);
            await().atMost(SOON)
                    .pollInterval(OFTEN)
                    .until(() -> cluster.calls(Rpc.DELETE_VOLUME).size() > deletes);

            // When
            update(other, "select 1 from plugin where name = ? for update", cluster.plugin);
            if (!finds(other, UNDER_WAY, volume)) {
                other.rollback();
                orchestrator.awaitResult("remove-" + volume, CommandResult::hasDone);
                return Optional.empty();
            }
            tables.awaitSomebodyWaitingForALock();
            cluster.remove(volume, late);
            CommandResult accepted = orchestrator.awaitResult(late, CommandResult::hasAccepted);
            other.rollback();
            return Optional.of(accepted);
        }
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

    /** To the first node, of the volume with that id. */
    private static long attaches(List<Call> calls, String volumeId) {
        return calls.stream()
                .map(call -> (ControllerPublishVolumeRequest) call.request())
                .filter(attach -> attach.getVolumeId().equals(volumeId))
                .filter(attach -> attach.getNodeId().equals(StrictPluginOptions.nodeId("n1")))
                .count();
    }

    private static boolean finds(Connection connection, String query, String key) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(query)) {
            prepared.setString(1, key);
            try (ResultSet found = prepared.executeQuery()) {
                return found.next();
            }
        }
    }
}
