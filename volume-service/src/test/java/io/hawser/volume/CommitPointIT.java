package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.testkit.broker.SharedBroker;
import io.hawser.testkit.postgres.SharedPostgres;
import io.hawser.testkit.process.ScratchFolder;
import io.hawser.testkit.service.PackagedService;
import io.hawser.v1.Assignment;
import io.hawser.v1.TaskState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged service halts at commit points on the way of three volumes through their lives, starts again each time, and goes on as if nothing had been. The
 * volumes go one after another, so that the N-th call of the way is always the same: 1 to 3 create, 4 to 6 attach, 7 and 8 detach, 9 deletes. Each life counts
 * anew, and makes a call whose ending was not saved once more: the second row halts behind the first creation, behind the second, before the second attach,
 * behind the first detach and behind the deletion.
 */
class CommitPointIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final List<String> VOLUMES = List.of("stays", "detached", "removed");

    private final Set<Assignment> obeyed = new HashSet<>();
    private Installation installation;
    private Cluster cluster;
    private Written written;
    private PackagedService service;
    private Deque<String> points;
    private boolean mortal;
    private int deaths;

    @AfterEach
    void stop() {
        written.close();
        installation.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTAKE_BEFORE_COMMIT:4 then INTAKE_COMMITTED:4",
                "CALL_ENDED:1 then CALL_SAVED:2 then CALL_INTENDED:3 then CALL_ENDED:3 then CALL_ENDED:3",
                "OUTBOX_READ:4 then OUTBOX_BEFORE_COMMIT:4 then OUTBOX_COMMITTED:4"
            })
    @DisplayName("Killed at a commit point and started again, the service loses nothing and does nothing twice")
    void killedAtACommitPointAndStartedAgainItGoesOn(String lives) throws Exception {
        // Given
        points = new ArrayDeque<>(List.of(lives.split(" then ")));
        String prefix = "cp-" + lives.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "-");
        installation = new Installation(
                prefix,
                SharedBroker.bootstrapServers(),
                SharedPostgres.freshDatabase("commit_point"),
                ScratchFolder.create("commit-point"));
        cluster = installation.cluster;
        written = new Written(installation.kafka(), installation.names());
        service = installation.replica("0");

        // When
        live();
        VOLUMES.forEach(this::create);
        VOLUMES.forEach(this::mount);
        unmount("detached");
        unmount("removed");
        cluster.remove("removed", "remove-removed");
        until(() -> written.isDone("remove-removed"));

        // Then
        assertThat(deaths).as("reached " + lives).isEqualTo(lives.split(" then ").length);
        for (String command : List.of("create-stays", "create-detached", "create-removed", "remove-removed")) {
            assertThat(written.answers(command)).as(command).containsExactly("ACCEPTED", "DONE");
        }
        assertThat(installation.ids())
                .containsExactlyInAnyOrder(written.volumeId("stays"), written.volumeId("detached"));
        assertThat(written.assignment("n1/stays").orElseThrow().getTargetsList())
                .extracting(target -> target.getTask())
                .containsExactly("task-stays");
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    /** Until the next point, or for good. */
    private void live() {
        mortal = !points.isEmpty();
        Installation.start(service, mortal ? Map.of("HAWSER_LEDGER_FAULTS_HALT_AT", points.remove()) : Map.of());
    }

    private void create(String volume) {
        cluster.create(volume, "create-" + volume);
        until(() -> written.isDone("create-" + volume));
    }

    private void mount(String volume) {
        cluster.task("task-" + volume, "n1", volume, TaskState.TASK_STATE_PENDING);
        until(() -> written.assigned(volume));
    }

    private void unmount(String volume) {
        cluster.task("task-" + volume, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        until(() -> written.assignment("n1/" + volume)
                        .filter(Assignment::getNothing)
                        .isPresent()
                && written.nodes(volume) == 0);
    }

    /** The node obeys meanwhile, and whoever watches the service starts it again when it is dead. */
    private void until(BooleanSupplier condition) {
        // A start is most of the time that a life takes, and there is one more for each death that is still to come.
        int lives = mortal ? points.size() + 2 : 1;
        await().atMost(SOON.multipliedBy(lives)).until(() -> {
            if (mortal && !service.alive()) {
                deaths++;
                live();
            }
            written.read();
            VOLUMES.stream()
                    .flatMap(volume -> written.assignment("n1/" + volume).stream())
                    .filter(obeyed::add)
                    .forEach(cluster::obey);
            return condition.getAsBoolean();
        });
    }
}
