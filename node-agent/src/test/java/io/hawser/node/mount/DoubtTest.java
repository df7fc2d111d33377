package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.AssignmentTarget;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoubtTest {
    private static final CallEnding DONE = new CallEnding.Done();
    private static final CallEnding UNCERTAIN = new CallEnding.Uncertain("late");
    private static final CallEnding REFUSED = new CallEnding.Rejected(false, "no");
    private static final CallEnding NOT_FOUND = new CallEnding.Rejected(true, "unknown volume");
    private static final Sighting MOUNTED = new Sighting(Optional.of("8:1 /x"), true);
    private static final Sighting LEAF_LEFT = new Sighting(Optional.empty(), true);
    private static final Step.Call UNPUBLISH = new Step.Unpublish("t1");

    @Test
    void anUncertainCallLeavesTheDoubtThatWasWrittenBeforeIt() {
        // Given
        Step.Call publish = new Step.Publish(
                Sample.wish(1, "t1"), AssignmentTarget.newBuilder().setId("t1").build());
        MountRecord staged = Sample.mounted(1);
        // When
        MountRecord after = Doubt.after(staged, publish, UNCERTAIN, Sighting.NOTHING);
        // Then
        assertThat(after).isEqualTo(Doubt.before(staged, publish));
        assertThat(after.target("t1").orElseThrow().state()).isEqualTo(TargetState.PUBLISHING);
    }

    @Test
    void aRefusalGivesBackWhatWasKnownBeforeAndNoMore() {
        // Given
        Step.Call stage = new Step.Stage(Sample.wish(1, "t1"));
        MountRecord certain = Sample.none();
        MountRecord doubtful = Sample.none().staging(Staging.STAGING);
        // When
        MountRecord afterCertain = Doubt.after(certain, stage, REFUSED, Sighting.NOTHING);
        MountRecord afterDoubt = Doubt.after(doubtful, stage, REFUSED, Sighting.NOTHING);
        // Then
        assertThat(afterCertain.staging()).isEqualTo(Staging.NONE);
        assertThat(afterDoubt.staging()).isEqualTo(Staging.STAGING);
    }

    @Test
    void unmountingWhatIsAlreadyGoneIsSuccess() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        MountRecord gone = Doubt.after(have, UNPUBLISH, NOT_FOUND, Sighting.NOTHING);
        MountRecord leaf = Doubt.after(have, UNPUBLISH, NOT_FOUND, LEAF_LEFT);
        MountRecord mount = Doubt.after(have, UNPUBLISH, NOT_FOUND, MOUNTED);
        // Then
        assertThat(gone.targets()).isEmpty();
        assertThat(leaf.targets()).hasSize(1);
        assertThat(mount.targets()).hasSize(1);
    }

    @Test
    void doneDoesNotCountAgainstAMountThatIsStillSeen() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        MountRecord after = Doubt.after(have, UNPUBLISH, DONE, MOUNTED);
        // Then
        assertThat(after.target("t1").orElseThrow().state()).isEqualTo(TargetState.UNPUBLISHING);
        assertThat(Doubt.achieved(after, UNPUBLISH)).isFalse();
    }

    @Test
    void aPluginsWordsAreQuotedInPart() {
        // Given
        CallEnding talkative = new CallEnding.Rejected(false, "x".repeat(100_000));
        // When
        String why = Doubt.why(UNPUBLISH, talkative);
        // Then
        assertThat(why)
                .startsWith("unpublish: refused: xxx")
                .endsWith("x… (100000 characters)")
                .hasSizeLessThan(600);
    }

    @Test
    void whatIsStillThereAfterARefusalOfTakingDownIsStillGoing() {
        // Given
        MountRecord have = Sample.mounted(1);
        // When
        MountRecord refused = Doubt.after(have, new Step.Unstage(), REFUSED, LEAF_LEFT);
        MountRecord notFound = Doubt.after(have, new Step.Unstage(), NOT_FOUND, LEAF_LEFT);
        // Then
        assertThat(refused.staging()).isEqualTo(Staging.UNSTAGING);
        assertThat(notFound.staging()).isEqualTo(Staging.NONE);
    }
}
