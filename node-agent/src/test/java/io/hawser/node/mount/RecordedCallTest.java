package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.AssignmentTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordedCallTest {
    private static final CallOutcome DONE = new CallOutcome.Done();
    private static final CallOutcome UNCERTAIN = new CallOutcome.Uncertain("late");
    private static final CallOutcome REFUSED = new CallOutcome.Rejected(false, false, "no");
    private static final CallOutcome NOT_FOUND = new CallOutcome.Rejected(true, false, "unknown volume");
    private static final Sighting MOUNTED = new Sighting(Optional.of("8:1 /x"), Leaf.OTHER);
    private static final Sighting LEAF_LEFT = new Sighting(Optional.empty(), Leaf.OTHER);
    private static final Step.Call UNPUBLISH = new Step.Unpublish("t1");

    @Test
    void anUncertainCallLeavesTheStateThatWasWrittenBeforeIt() {
        // Given
        Step.Call publish = new Step.Publish(
                Sample.desired(1, "t1"),
                AssignmentTarget.newBuilder().setId("t1").build());
        MountRecord staged = Sample.mounted(1);
        // When
        MountRecord after = RecordedCall.after(staged, publish, UNCERTAIN, Sighting.NOTHING);
        // Then
        assertThat(after).isEqualTo(RecordedCall.before(staged, publish));
        assertThat(after.target("t1").orElseThrow().state()).isEqualTo(TargetState.PUBLISHING);
    }

    @Test
    void aRefusalGivesBackWhatWasKnownBeforeAndNoMore() {
        // Given
        Step.Call stage = new Step.Stage(Sample.desired(1, "t1"));
        MountRecord certain = Sample.none();
        MountRecord uncertain = Sample.none().staging(Staging.STAGING);
        // When
        MountRecord afterCertain = RecordedCall.after(certain, stage, REFUSED, Sighting.NOTHING);
        MountRecord afterUncertain = RecordedCall.after(uncertain, stage, REFUSED, Sighting.NOTHING);
        // Then
        assertThat(afterCertain.staging()).isEqualTo(Staging.NONE);
        assertThat(afterUncertain.staging()).isEqualTo(Staging.STAGING);
    }

    @Test
    void unmountingWhatIsAlreadyGoneIsSuccess() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        MountRecord gone = RecordedCall.after(have, UNPUBLISH, NOT_FOUND, Sighting.NOTHING);
        MountRecord leaf = RecordedCall.after(have, UNPUBLISH, NOT_FOUND, LEAF_LEFT);
        MountRecord mount = RecordedCall.after(have, UNPUBLISH, NOT_FOUND, MOUNTED);
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
        MountRecord after = RecordedCall.after(have, UNPUBLISH, DONE, MOUNTED);
        // Then
        assertThat(after.target("t1").orElseThrow().state()).isEqualTo(TargetState.UNPUBLISHING);
        assertThat(RecordedCall.achieved(after, UNPUBLISH, DONE)).isFalse();
    }

    @Test
    @DisplayName("\"Done\" publishes only where something is: also a plugin whose mounts are not seen makes the path")
    void doneCountsOnlyWhereSomethingIs() {
        // Given
        MountRecord staged = Sample.mounted(1);
        Step.Call publish = Sample.publish(1, "t1");
        Sighting folder = new Sighting(Optional.empty(), Leaf.EMPTY_FOLDER);
        // When
        MountRecord nothing = RecordedCall.after(staged, publish, DONE, Sighting.NOTHING);
        MountRecord unseen = RecordedCall.after(staged, publish, DONE, folder);
        // Then
        assertThat(nothing).isEqualTo(RecordedCall.before(staged, publish));
        assertThat(RecordedCall.achieved(nothing, publish, DONE)).isFalse();
        assertThat(RecordedCall.achieved(unseen, publish, DONE)).isTrue();
    }

    @Test
    void aPluginsWordsAreQuotedInPart() {
        // Given
        CallOutcome talkative = new CallOutcome.Rejected(false, false, "x".repeat(100_000));
        // When
        String message = RecordedCall.message(UNPUBLISH, talkative);
        // Then
        assertThat(message)
                .startsWith("unpublish: refused: xxx")
                .contains("x… (100000 characters); asked again after a pause")
                .hasSizeLessThan(700);
    }

    @Test
    void whatIsStillThereAfterARefusalOfTakingDownIsStillGoing() {
        // Given
        MountRecord have = Sample.mounted(1);
        // When
        MountRecord refused = RecordedCall.after(have, new Step.Unstage(), REFUSED, LEAF_LEFT);
        // Then
        assertThat(refused.staging()).isEqualTo(Staging.UNSTAGING);
    }

    @Test
    @DisplayName("\"Not found\" ends a staging only where the mount table once showed it: a device may be open there")
    void aStagingIsGoneWhereItsMountWasSeen() {
        // Given
        MountRecord unseen = Sample.mounted(1);
        MountRecord seen = unseen.with(Staging.STAGED, Optional.of("8:1 /"));

        // Then
        assertThat(RecordedCall.after(seen, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                        .staging())
                .isEqualTo(Staging.NONE);
        assertThat(RecordedCall.after(unseen, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                        .staging())
                .isEqualTo(Staging.UNSTAGING);
    }

    @Test
    @DisplayName(
            "\"Not found\" ends a staging that a restart of the node ended, seen or not, unless it was staged since")
    void aStagingIsGoneAfterARestart() {
        // Given
        MountRecord unseen = Sample.mounted(1);
        MountRecord seen = unseen.with(Staging.STAGED, Optional.of("8:1 /"));
        Step.Call stage = new Step.Stage(Sample.desired(2));
        for (MountRecord before : List.of(unseen, seen, seen.staging(Staging.UNSTAGING))) {
            // When
            MountRecord restarted =
                    Recovery.of(before, new RootLayout(Path.of("/node")), new MountTable(List.of()), "boot-2");
            MountRecord stagedSince = RecordedCall.after(restarted, stage, UNCERTAIN, Sighting.NOTHING);
            // Then
            assertThat(restarted.staging()).isNotEqualTo(Staging.NONE);
            assertThat(RecordedCall.after(restarted, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                            .staging())
                    .isEqualTo(Staging.NONE);
            assertThat(RecordedCall.after(stagedSince, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                            .staging())
                    .isEqualTo(Staging.UNSTAGING);
        }
    }

    @Test
    @DisplayName("\"Not found\" with an empty leaf left is gone only where the mount table once showed that very mount")
    void anEmptyLeafIsGoneWhereItsMountWasSeen() {
        // Given
        MountRecord seen = Sample.mounted(1, "t1");
        MountRecord unseen =
                Sample.mounted(1).publishing(Sample.publish(1, "t1").target(), false);
        Sighting empty = new Sighting(Optional.empty(), Leaf.EMPTY_FOLDER);

        // Then
        assertThat(RecordedCall.after(seen, UNPUBLISH, NOT_FOUND, empty).targets())
                .isEmpty();
        assertThat(RecordedCall.after(unseen, UNPUBLISH, NOT_FOUND, empty).targets())
                .hasSize(1);
        assertThat(RecordedCall.after(seen, UNPUBLISH, REFUSED, empty).targets())
                .hasSize(1);
        assertThat(RecordedCall.endsUnpublish(seen, "t1", NOT_FOUND, empty)).isTrue();
        assertThat(RecordedCall.endsUnpublish(unseen, "t1", NOT_FOUND, empty)).isFalse();
    }

    @Test
    @DisplayName("Why a call failed says what would end it")
    void whySaysWhatWouldEndIt() {
        assertThat(RecordedCall.message(UNPUBLISH, DONE))
                .isEqualTo("unpublish: the plugin says done, but something is still mounted there; asked again until it"
                        + " is gone");
        assertThat(RecordedCall.message(new Step.Unstage(), UNCERTAIN))
                .isEqualTo("unstage: uncertain: late; asked again until the answer is certain");
        assertThat(RecordedCall.message(new Step.Stage(Sample.desired(1)), new CallOutcome.NotSent("no secret")))
                .isEqualTo("stage: not sent: no secret; tried again shortly");
        assertThat(RecordedCall.message(Sample.publish(1, "t1"), REFUSED))
                .isEqualTo("publish: refused: no; asked again after a pause, for another assignment, or of another"
                        + " process of it");
    }

    @Test
    @DisplayName(
            "Growing has no uncertain state: only done is recorded, and a smaller size never replaces a greater one")
    void growingIsRecordedWhenDone() {
        // Given
        MountRecord have = Sample.mounted(1, "t1").expanded(5);
        Step.Expand grow = new Step.Expand(Sample.desired(2, "t1"), "t1", 10);

        // Then
        assertThat(RecordedCall.before(have, grow)).isEqualTo(have);
        assertThat(RecordedCall.after(have, grow, UNCERTAIN, MOUNTED)).isEqualTo(have);
        assertThat(RecordedCall.after(have, grow, REFUSED, MOUNTED)).isEqualTo(have);
        MountRecord after = RecordedCall.after(have, grow, new CallOutcome.Done(), MOUNTED);
        assertThat(after.expanded()).isEqualTo(10);
        assertThat(after.expanded(7).expanded()).isEqualTo(10);
        assertThat(RecordedCall.achieved(have, grow, REFUSED)).isFalse();
        assertThat(RecordedCall.achieved(after, grow, DONE)).isTrue();
        assertThat(RecordedCall.message(grow, UNCERTAIN)).startsWith("expand: uncertain");
    }

    @Test
    @DisplayName("Only a publish that is refused for the present state may mean that a staged volume is not staged")
    void whatMayMeanThatStagingIsLost() {
        // Given
        CallOutcome precondition = new CallOutcome.Rejected(false, true, "not staged");
        Step.Call publish = Sample.publish(1, "t1");

        // Then
        assertThat(RecordedCall.mayLackStaging(Sample.mounted(1), publish, precondition))
                .isTrue();
        assertThat(RecordedCall.mayLackStaging(Sample.mounted(1), publish, REFUSED))
                .isFalse();
        assertThat(RecordedCall.mayLackStaging(Sample.mounted(1), publish, UNCERTAIN))
                .isFalse();
        assertThat(RecordedCall.achieved(Sample.mounted(1), new Step.Stage(Sample.desired(1)), REFUSED))
                .as("staged again")
                .isFalse();
        assertThat(RecordedCall.mayLackStaging(Sample.none(), publish, precondition))
                .isFalse();
        assertThat(RecordedCall.mayLackStaging(
                        Sample.mounted(1), new Step.Expand(Sample.desired(1), "t1", 1), precondition))
                .isFalse();
    }

    @Test
    @DisplayName("\"Not found\" ends a staging whose mount was seen and then lost, unless it was staged since")
    void aStagingIsGoneAfterItsMountWasLost() {
        // Given
        MountRecord staged = Sample.mounted(1).with(Staging.STAGED, Optional.of("8:1 /"));

        // When
        MountRecord lost =
                Recovery.of(staged, new RootLayout(Path.of("/node")), new MountTable(List.of()), Sample.BOOT);
        MountRecord stagedSince =
                RecordedCall.after(lost, new Step.Stage(Sample.desired(2)), UNCERTAIN, Sighting.NOTHING);

        // Then
        assertThat(lost.staging()).isEqualTo(Staging.STAGING);
        assertThat(RecordedCall.after(lost, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                        .staging())
                .isEqualTo(Staging.NONE);
        assertThat(RecordedCall.after(stagedSince, new Step.Unstage(), NOT_FOUND, LEAF_LEFT)
                        .staging())
                .isEqualTo(Staging.UNSTAGING);
    }
}
