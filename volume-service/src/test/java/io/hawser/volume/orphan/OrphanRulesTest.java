package io.hawser.volume.orphan;

import static io.hawser.volume.id.Ids.P;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.id.TaskName;
import io.hawser.volume.orphan.OrphanRules.Answer;
import io.hawser.volume.orphan.OrphanRules.Facts;
import io.hawser.volume.orphan.OrphanRules.Fence;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrphanRulesTest {
    @Test
    void aKnownVolumesMountThatNobodyWantsGoes() {
        assertThat(OrphanRules.of(facts(true, false, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(new Answer.Unmount());
    }

    @Test
    void whatAnAssignmentSettlesIsNotAnswered() {
        assertThat(OrphanRules.of(facts(true, true, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(new Answer.Resolved());
        assertThat(OrphanRules.of(facts(true, true, true, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(new Answer.Resolved());
    }

    @Test
    void anAssignmentThatIsStillToComeExplainsNothingYet() {
        assertThat(OrphanRules.of(facts(true, false, true, false, false, Fence.NONE, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
        assertThat(OrphanRules.of(facts(true, false, true, false, true, Fence.NONE, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
    }

    @Test
    void aTaskThatMayRunThereKeepsIt() {
        assertThat(OrphanRules.of(facts(true, false, false, true, false, Fence.NONE, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
    }

    @Test
    void aTaskDoesNotKeepWhatIsRemovedByForce() {
        assertThat(OrphanRules.of(facts(true, false, false, true, true, Fence.NONE, "csi-n1")))
                .isEqualTo(new Answer.Unmount());
    }

    @Test
    void aVolumeThatIsStillBeingCreatedIsWaitedFor() {
        assertThat(OrphanRules.of(facts(false, false, false, false, false, Fence.NONE, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
    }

    @Test
    void aNodeWhoseFenceCountsOwesIt() {
        assertThat(OrphanRules.of(facts(true, false, false, true, false, Fence.COUNTS, "")))
                .isEqualTo(new Answer.Unmount());
        assertThat(OrphanRules.of(facts(true, false, true, false, false, Fence.COUNTS, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
        assertThat(OrphanRules.of(facts(false, false, false, false, false, Fence.COUNTS, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
    }

    @Test
    void aFencedNodeAndOneThatThePluginDoesNotKnowAreWaitedFor() {
        assertThat(OrphanRules.of(facts(true, false, false, false, false, Fence.SAID, "csi-n1")))
                .isInstanceOf(Answer.Wait.class);
        assertThat(OrphanRules.of(facts(true, false, false, false, false, Fence.NONE, "")))
                .isInstanceOf(Answer.Wait.class);
    }

    @Test
    @DisplayName("What waits says what it waits for and what ends it, each reason another")
    void whatWaitsSaysWhy() {
        assertThat(message(facts(false, false, false, false, false, Fence.NONE, "")))
                .isEqualTo("the node is answered when plugin p has created the volume");
        assertThat(message(facts(true, false, true, true, false, Fence.NONE, "")))
                .startsWith("the volume is on its way to this node, or from it");
        assertThat(message(facts(true, false, false, true, false, Fence.SAID, "")))
                .isEqualTo("the node has to unmount the volume once its fence is confirmed");
        assertThat(message(facts(true, false, false, true, false, Fence.NONE, "")))
                .startsWith("task t there may use the volume")
                .contains("when no task there does");
        assertThat(message(facts(true, false, false, true, true, Fence.NONE, "")))
                .startsWith("plugin p has not said how it calls this node")
                .contains("once the plugin runs there")
                .contains("fence the node");
    }

    private static String message(Facts facts) {
        return ((Answer.Wait) OrphanRules.of(facts)).message();
    }

    private static Facts facts(
            boolean created,
            boolean assigned,
            boolean coming,
            boolean wanted,
            boolean forced,
            Fence fence,
            String csiNodeId) {
        Optional<TaskName> task = wanted ? Optional.of(new TaskName("t")) : Optional.empty();
        return new Facts(created, assigned, coming, task, forced, fence, P, csiNodeId);
    }
}
