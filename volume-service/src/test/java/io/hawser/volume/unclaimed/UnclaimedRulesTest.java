package io.hawser.volume.unclaimed;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.unclaimed.UnclaimedRules.Answer;
import io.hawser.volume.unclaimed.UnclaimedRules.Facts;
import io.hawser.volume.unclaimed.UnclaimedRules.Fence;
import org.junit.jupiter.api.Test;

class UnclaimedRulesTest {
    @Test
    void aKnownVolumesMountThatNobodyWantsGoes() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.NOTHING);
    }

    @Test
    void whatAnAssignmentSettlesIsNotAnswered() {
        assertThat(UnclaimedRules.of(new Facts(true, true, true, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.NONE);
        assertThat(UnclaimedRules.of(new Facts(true, true, true, true, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.NONE);
    }

    @Test
    void anAssignmentThatIsStillToComeExplainsNothingYet() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, true, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.WAIT);
        assertThat(UnclaimedRules.of(new Facts(true, true, false, true, false, true, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aMountOfAnEarlierVolumeOfThatNameIsNotAnswered() {
        assertThat(UnclaimedRules.of(new Facts(false, true, false, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.NONE);
    }

    @Test
    void aTaskThatMayRunThereKeepsIt() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, true, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aTaskDoesNotKeepWhatIsRemovedByForce() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, true, true, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.NOTHING);
    }

    @Test
    void aVolumeThatIsStillBeingCreatedIsWaitedFor() {
        assertThat(UnclaimedRules.of(new Facts(true, false, false, false, false, false, Fence.NONE, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aNodeWhoseFenceCountsOwesIt() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, true, false, Fence.COUNTS, "")))
                .isEqualTo(Answer.NOTHING);
        assertThat(UnclaimedRules.of(new Facts(true, true, false, true, false, false, Fence.COUNTS, "csi-n1")))
                .isEqualTo(Answer.WAIT);
        assertThat(UnclaimedRules.of(new Facts(true, false, false, false, false, false, Fence.COUNTS, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aFencedNodeAndOneThatThePluginDoesNotKnowAreWaitedFor() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, Fence.SAID, "csi-n1")))
                .isEqualTo(Answer.WAIT);
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, Fence.NONE, "")))
                .isEqualTo(Answer.WAIT);
    }
}
