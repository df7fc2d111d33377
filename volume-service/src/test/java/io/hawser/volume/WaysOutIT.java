package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.Node;
import io.hawser.v1.PublicationState;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ends a state that does not end by itself, with a real broker and a real database. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class WaysOutIT extends OwnCluster {
    private final String node = "n1-" + run;
    private final String other = "n2-" + run;
    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open(node, other);
        cluster.describe();
        cluster.create(volume, "create-" + run);
        cluster.task("a" + run, node, volume, TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned(node, volume));
    }

    @Test
    @DisplayName("A volume of a destroyed node is removed once the node is fenced and taken out of the inventory")
    void aVolumeOfADestroyedNodeIsRemoved() {
        // Given
        orchestrator.write(
                HawserTopic.NODES,
                node,
                "fence",
                Node.newBuilder().setName(node).setFenced(true).build());
        orchestrator.awaitCondition(volume, "UnconfirmedDetach");
        orchestrator.remove(HawserTopic.NODES, node);

        // When
        cluster.remove(volume, "remove-" + run);

        // Then
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
        assertThat(cluster.strict.volumes()).isEmpty();
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A node that is fenced no more holds the removal until it has reported")
    void aNodeThatComesBackOwesItsReport() {
        // Given
        orchestrator.write(
                HawserTopic.NODES,
                node,
                "fence",
                Node.newBuilder().setName(node).setFenced(true).build());
        orchestrator.awaitVolume(volume, v -> v.getNodesList().stream()
                .anyMatch(on -> on.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH));
        orchestrator.remove(HawserTopic.NODES, node);
        orchestrator.write(
                HawserTopic.NODES, node, "back", Node.newBuilder().setName(node).build());
        orchestrator.awaitCondition(volume, "UnconfirmedDetach");

        // When
        cluster.remove(volume, "remove-" + run);
        Volume held = orchestrator.awaitCondition(volume, "RemovalHeld");
        Assignment nothing = orchestrator.awaitAssignment(node, volume, Assignment::getNothing);
        boolean deleted = cluster.strict.volumes().isEmpty();
        cluster.obey(nothing);

        // Then
        assertThat(held.getConditionsList())
                .extracting(VolumeCondition::getMessage)
                .contains("still on nodes " + node);
        assertThat(deleted).isFalse();
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
    }

    @Test
    @DisplayName("A node that does not answer is a condition; a mount that a person took down is forgotten by command")
    void aMountIsForgotten() {
        // Given
        cluster.task("a" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        Assignment asked = orchestrator.awaitAssignment(node, volume, Assignment::getNothing);
        tenSecondsPass();
        Volume silent = orchestrator.awaitCondition(volume, "NodeSilent");

        // When
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "forget-" + run,
                ForgetMount.newBuilder().setName(volume).setNode(node).build());
        Assignment forget = orchestrator.awaitAssignment(node, volume, Assignment::getForget);
        cluster.obey(forget);

        // Then
        assertThat(silent.getConditionsList())
                .filteredOn(condition -> condition.getType().equals("NodeSilent"))
                .singleElement()
                .satisfies(condition -> {
                    assertThat(condition.getNode()).isEqualTo(node);
                    assertThat(condition.getSince().getSeconds()).isPositive();
                });
        assertThat(forget.getGeneration()).isGreaterThan(asked.getGeneration());
        orchestrator.awaitResult("forget-" + run, CommandResult::hasDone);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
    }

    /** Since the node was asked, and until the look that is due then. */
    private void tenSecondsPass() {
        tables.awaitCount(1, """
                        with later as (
                          update ledger_due set due = due - interval '10 s'
                          where kind = 'volume' and key = ? and due between now() and now() + interval '10 s'
                          returning key),
                        asked as (
                          update publication set since = since - interval '10 s'
                          where volume = (select key from later) returning volume)
                        select count(*) from asked
                        """, volume);
    }

    @Test
    @DisplayName("A volume that the plugin does not detach, and a person detached, is kept, and goes to another node")
    void aVolumeIsDetachedByHand() {
        // Given
        cluster.strict.misbehave(FaultScript.parse("ControllerUnpublishVolume * * act-then INVALID_ARGUMENT"));
        ForgetMount detached = ForgetMount.newBuilder()
                .setName(volume)
                .setNode(node)
                .setDetached(true)
                .build();
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, volume, "early-" + run, detached);
        CommandResult early = orchestrator.awaitResult("early-" + run, CommandResult::hasRejected);
        cluster.task("a" + run, node, volume, TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment(node, volume, Assignment::getNothing));
        tables.awaitCount(
                1,
                "select count(*) from publication where state = 'PENDING_UNPUBLISH' and attempt > 0 and volume = ?",
                volume);
        cluster.task("b" + run, other, volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("b" + run, task -> task.getMounts(0).hasWaiting());

        // When
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, volume, "detached-" + run, detached);

        // Then
        CommandResult done = orchestrator.awaitResult("detached-" + run, CommandResult::hasDone);
        assertThat(early.getRejected().getField()).isEqualTo("node");
        assertThat(done.getDone().getNote()).isEqualTo("the plugin is not asked to detach it any more");
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, node + "/" + volume);
        orchestrator.awaitAssigned(other, volume);
    }
}
