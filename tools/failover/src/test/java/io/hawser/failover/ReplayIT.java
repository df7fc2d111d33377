package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.MountReports;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The database is lost: the service begins with an empty one and reads every topic from its start again. */
class ReplayIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final List<String> KEPT = Installation.volumes("kept", 3);

    private Installation installation;
    private Cluster cluster;
    private PackagedService before;
    private PackagedService after;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        // Each has topics of its own: the plugin gives the same ids to the volumes of each test.
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        installation = Installation.shared(name);
        cluster = installation.cluster;
        before = installation.replica("0");
        after = installation.replica("1", SharedPostgres.freshDatabase(name + "_after"));
        Installation.start(before, Map.of());
        before.awaitReady();
        installation.awaitWorld();
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    @DisplayName("An empty database against full topics: "
            + "the same backing volumes, the same answers, what is mounted stays, what was removed stays removed")
    void anEmptyDatabaseAgainstFullTopics() throws Exception {
        // Given
        Map<String, Assignment> mounted = new HashMap<>();
        cluster.create("removed", "create-removed");
        answered("create-removed", CommandResult::hasDone);
        cluster.remove("removed", "remove-removed");
        answered("remove-removed", CommandResult::hasDone);
        // The name is used again.
        cluster.create("removed", "create-removed-again");
        cluster.task("task-removed", "n1", "removed", TaskState.TASK_STATE_PENDING);
        cluster.create("held", "create-held-of-nobody", cluster.spec().setPlugin("nobody"));
        answered("create-held-of-nobody", CommandResult::hasRejected);
        cluster.create("first", "create-first");
        answered("create-first", CommandResult::hasDone);
        StoredVolume disk = cluster.strict.volumes().getLast();
        cluster.orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                "first",
                "force-first",
                RemoveVolume.newBuilder().setName("first").setForce(true).build());
        answered("force-first", CommandResult::hasDone);
        cluster.orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                "registered",
                "create-registered",
                RegisterVolume.newBuilder()
                        .setName("registered")
                        .setSpec(cluster.spec())
                        .setVolumeId(disk.id())
                        .putAllVolumeContext(disk.context())
                        .build());
        cluster.task("task-registered", "n1", "registered", TaskState.TASK_STATE_PENDING);
        installation.create(KEPT);
        installation.create(List.of("held", "left"));
        for (String volume : List.of("kept-0", "kept-1", "kept-2", "held", "left", "removed", "registered")) {
            mounted.put(volume, assigned("n1", volume, a -> a.getTargetsCount() == 1));
            cluster.obey(mounted.get(volume));
            // It has no order with the assignment, and what is not sent yet is lost with the database.
            answered("create-" + volume, CommandResult::hasDone);
        }
        answered("create-removed-again", CommandResult::hasDone);
        cluster.task("next-removed", "n2", "removed", TaskState.TASK_STATE_PENDING);
        // Another command under a used id: its rejection is not that of the creation.
        cluster.remove("kept-1", "create-kept-1");
        answered("create-kept-1", CommandResult::hasRejected);
        cluster.remove("held", "remove-held");
        answered("remove-held", CommandResult::hasAccepted);
        Set<String> backing = installation.ids();
        cluster.task("next", "n2", "left", TaskState.TASK_STATE_PENDING);
        before.close();
        cluster.task("task-left", "n1", "left", TaskState.TASK_STATE_COMPLETE);

        // When
        Installation.start(after, Map.of());
        after.awaitReady();

        // Then
        for (String volume :
                Stream.concat(KEPT.stream(), Stream.of("removed", "registered")).toList()) {
            Assignment again = assigned("n1", volume, later(mounted.get(volume)));
            assertThat(again.getTargetsList()).isEqualTo(mounted.get(volume).getTargetsList());
            assertThat(again.getVolumeId()).isEqualTo(mounted.get(volume).getVolumeId());
            assertThat(again.getUid()).isEqualTo(mounted.get(volume).getUid());
        }
        // Nobody wants it there any more, and only the node knows that it has it.
        Assignment nothing = assigned("n1", "left", later(mounted.get("left")).and(Assignment::getNothing));
        assertThat(cluster.orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/left"))
                .isZero();
        assertThat(cluster.orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/removed"))
                .isZero();
        cluster.obey(nothing);
        assigned("n2", "left", a -> a.getTargetsCount() == 1);
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(after.ask("GET", "/q/health/ready").body()).containsPattern("\"heldBack\": ?\"\""));
        answeredTwice(
                List.of("ACCEPTED", "DONE", "ACCEPTED", "DONE"),
                "create-removed",
                "remove-removed",
                "create-removed-again",
                "create-left",
                "create-held",
                "create-kept-0");
        assertThat(installation.ids()).isEqualTo(backing);
        answeredTwice(
                List.of("ACCEPTED", "DONE", "ACCEPTED", "DONE"), "create-first", "force-first", "create-registered");
        answeredTwice(List.of("REJECTED", "REJECTED"), "create-held-of-nobody");

        // When
        cluster.task("task-held", "n1", "held", TaskState.TASK_STATE_COMPLETE);
        cluster.obey(mounted.get("held"));
        cluster.obey(assigned("n1", "held", Assignment::getNothing));

        // Then
        answered("remove-held", CommandResult::hasDone);
        backing.remove(mounted.get("held").getVolumeId());
        assertThat(installation.ids()).isEqualTo(backing);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("An empty database, and a node that came back with a mount of an earlier volume after the name was"
            + " registered: the registration waits until that mount is gone")
    void aMountOfAnEarlierVolume() throws Exception {
        // Given
        cluster.create("former", "create-former");
        answered("create-former", CommandResult::hasDone);
        StoredVolume disk = cluster.strict.volumes().getLast();
        cluster.orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                "former",
                "force-former",
                RemoveVolume.newBuilder().setName("former").setForce(true).build());
        answered("force-former", CommandResult::hasDone);
        cluster.orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                "registered",
                "create-registered",
                RegisterVolume.newBuilder()
                        .setName("registered")
                        .setSpec(cluster.spec())
                        .setVolumeId(disk.id())
                        .putAllVolumeContext(disk.context())
                        .build());
        answered("create-registered", CommandResult::hasDone);
        before.close();
        cluster.report(MountReports.orphaned("n1", "registered", "earlier"));

        // When
        Installation.start(after, Map.of());
        after.awaitReady();

        // Then
        await().atMost(SOON).untilAsserted(() -> assertThat(
                        after.ask("GET", "/v1/commands/create-registered").body())
                .contains("node n1 has a mount of an earlier volume"));
        assertThat(after.ask("GET", "/v1/volumes/registered").statusCode()).isEqualTo(404);

        // When
        cluster.report(MountReports.nothingLeft("n1", "registered", "earlier"));

        // Then
        answeredTwice(List.of("ACCEPTED", "DONE", "ACCEPTED", "DONE"), "create-registered");
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    private static Predicate<Assignment> later(Assignment before) {
        return assignment -> assignment.getGeneration() > before.getGeneration();
    }

    private Assignment assigned(String node, String volume, Predicate<Assignment> condition) {
        return cluster.orchestrator.awaitAssignment(node, volume, condition);
    }

    private void answered(String command, Predicate<CommandResult> condition) {
        cluster.orchestrator.awaitResult(command, condition);
    }

    /** Once by each database, both times in the same way. */
    private void answeredTwice(List<String> answers, String... commands) {
        try (Written written = new Written(installation.kafka(), installation.names())) {
            await().atMost(SOON).untilAsserted(() -> {
                written.read();
                assertThat(commands).allSatisfy(command -> assertThat(written.answers(command))
                        .isEqualTo(answers));
            });
        }
    }
}
