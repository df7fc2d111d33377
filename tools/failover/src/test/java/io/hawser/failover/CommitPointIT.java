package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.v1.Assignment;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged service halts at commit points on the way of three volumes through their lives, starts again each time,
 * and goes on as if nothing had been. The volumes go one after another, so that the N-th call of the way is always the
 * same: 1 to 3 create, 4 to 6 attach, 7 and 8 detach, 9 deletes. Each life counts anew, and makes a call whose ending
 * was not saved once more: the second row halts behind the first creation, behind the second, behind the second attach,
 * before the first detach and behind the deletion. Who survived the last point of a row is who halts at the first one
 * of the next.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommitPointIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    /** Reading waits by itself. */
    private static final Duration LOOK = Duration.ofMillis(10);

    private static final List<String> VOLUMES = List.of("stays", "detached", "removed");

    private final Set<Assignment> obeyed = new HashSet<>();
    private Installation installation;
    private Cluster cluster;
    private Written written;
    private PackagedService service;
    private Deque<String> points;
    private int row;
    private int deaths;

    @BeforeAll
    void start() throws Exception {
        installation = Installation.shared("commit-points");
        cluster = installation.cluster;
        written = new Written(installation.kafka(), installation.names());
        service = installation.replica("0");
        installation.startObedient(service, "0", Map.of());
        service.awaitReady();
    }

    @AfterAll
    void stop() {
        written.close();
        installation.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTAKE_BEFORE_COMMIT:4 then INTAKE_COMMITTED:4",
                "CALL_ENDED:1 then CALL_SAVED:2 then CALL_ENDED:3 then CALL_INTENDED:3 then CALL_ENDED:3",
                "OUTBOX_READ:4 then OUTBOX_BEFORE_COMMIT:4 then OUTBOX_COMMITTED:4"
            })
    @DisplayName("Killed at a commit point and started again, the service loses nothing and does nothing twice")
    void killedAtACommitPointAndStartedAgainItGoesOn(String lives) throws IOException {
        // Given
        row++;
        deaths = 0;
        points = new ArrayDeque<>(List.of(lives.split(" then ")));
        Set<String> before = installation.ids();

        // When
        haltAtTheNext();
        VOLUMES.forEach(this::create);
        VOLUMES.forEach(this::mount);
        unmount("detached");
        unmount("removed");
        cluster.remove(name("removed"), "remove-" + row);
        until(() -> written.isDone("remove-" + row));

        // Then
        assertThat(deaths).as("reached " + lives).isEqualTo(lives.split(" then ").length);
        for (String command : List.of(creation("stays"), creation("detached"), creation("removed"), "remove-" + row)) {
            assertThat(written.answers(command)).as(command).containsExactly("ACCEPTED", "DONE");
        }
        before.addAll(List.of(written.volumeId(name("stays")), written.volumeId(name("detached"))));
        assertThat(installation.ids()).isEqualTo(before);
        assertThat(written.assignment("n1/" + name("stays")).orElseThrow().getTargetsList())
                .extracting(target -> target.getTask())
                .containsExactly("task-" + name("stays"));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    private String name(String volume) {
        return volume + "-" + row;
    }

    private String creation(String volume) {
        return "create-" + name(volume);
    }

    private void haltAtTheNext() throws IOException {
        if (!points.isEmpty()) {
            installation.order("0", "halt " + points.remove());
        }
    }

    private void create(String volume) {
        cluster.create(name(volume), creation(volume));
        until(() -> written.isDone(creation(volume)));
    }

    private void mount(String volume) {
        cluster.task("task-" + name(volume), "n1", name(volume), TaskState.TASK_STATE_PENDING);
        until(() -> written.assigned(name(volume)));
    }

    private void unmount(String volume) {
        cluster.task("task-" + name(volume), "n1", name(volume), TaskState.TASK_STATE_COMPLETE);
        until(() -> written.assignment("n1/" + name(volume))
                        .filter(Assignment::getNothing)
                        .isPresent()
                && written.nodes(name(volume)) == 0);
    }

    /** The node obeys meanwhile, and whoever watches the service starts it again when it is dead. */
    private void until(BooleanSupplier condition) {
        // A start is most of the time that a life takes, and there is one for each death that is still to come.
        await().pollDelay(Duration.ZERO)
                .pollInterval(LOOK)
                .atMost(SOON.multipliedBy(points.size() + 2))
                .until(() -> {
                    if (!service.alive()) {
                        deaths++;
                        haltAtTheNext();
                        installation.startObedient(service, "0", Map.of());
                    }
                    written.read();
                    VOLUMES.stream()
                            .flatMap(volume -> written.assignment("n1/" + name(volume)).stream())
                            .filter(obeyed::add)
                            .forEach(cluster::obey);
                    return condition.getAsBoolean();
                });
    }
}
