package io.hawser.volume.unclaimed;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.unclaimed.UnclaimedRules.Answer;
import io.hawser.volume.unclaimed.UnclaimedRules.Facts;
import org.junit.jupiter.api.Test;

class UnclaimedRulesTest {
    @Test
    void aKnownVolumesMountThatNobodyWantsGoes() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, false, "csi-n1")))
                .isEqualTo(Answer.NOTHING);
    }

    @Test
    void whatAnAssignmentSettlesIsNotAnswered() {
        assertThat(UnclaimedRules.of(new Facts(true, true, true, false, false, false, false, "csi-n1")))
                .isEqualTo(Answer.NONE);
        assertThat(UnclaimedRules.of(new Facts(true, true, true, true, false, false, false, "csi-n1")))
                .isEqualTo(Answer.NONE);
    }

    @Test
    void anAssignmentThatIsStillToComeExplainsNothingYet() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, true, false, false, false, "csi-n1")))
                .isEqualTo(Answer.WAIT);
        assertThat(UnclaimedRules.of(new Facts(true, true, false, true, false, true, false, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aMountOfAnEarlierVolumeOfThatNameIsNotAnswered() {
        assertThat(UnclaimedRules.of(new Facts(false, true, false, false, false, false, false, "csi-n1")))
                .isEqualTo(Answer.NONE);
    }

    @Test
    void aTaskThatMayRunThereKeepsIt() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, true, false, false, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aTaskDoesNotKeepWhatIsRemovedByForce() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, true, true, false, "csi-n1")))
                .isEqualTo(Answer.NOTHING);
    }

    @Test
    void aVolumeThatIsStillBeingCreatedIsWaitedFor() {
        assertThat(UnclaimedRules.of(new Facts(true, false, false, false, false, false, false, "csi-n1")))
                .isEqualTo(Answer.WAIT);
    }

    @Test
    void aFencedNodeAndOneThatThePluginDoesNotKnowAreWaitedFor() {
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, true, "csi-n1")))
                .isEqualTo(Answer.WAIT);
        assertThat(UnclaimedRules.of(new Facts(true, true, false, false, false, false, false, "")))
                .isEqualTo(Answer.WAIT);
    }
}
