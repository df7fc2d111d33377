package io.hawser.node.mount;

import static io.hawser.node.mount.NextSteps.DOES_NOT_STAGE;
import static io.hawser.node.mount.NextSteps.NOW;
import static io.hawser.node.mount.NextSteps.STAGES;
import static io.hawser.node.mount.NextSteps.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a volume gets up, and what is waited for. */
class NextStepTest {
    @Test
    void aStagingPluginStagesFirst() {
        // Given
        DesiredState desired = Sample.desired(1, "t1");
        // When
        Step step = next(Sample.none(), desired, STAGES, RetryState.FRESH);
        // Then
        assertThat(step).isEqualTo(new Step.Stage(desired));
    }

    @Test
    @Tag("swarmkit-T42")
    @DisplayName("Without staging, the first call is NodePublishVolume")
    void aPluginThatDoesNotStagePublishesAtOnce() {
        // Given
        DesiredState desired = Sample.desired(1, "t1");
        // When
        Step step = next(Sample.none(), desired, DOES_NOT_STAGE, RetryState.FRESH);
        // Then
        assertThat(step)
                .isEqualTo(new Step.Publish(desired, desired.target("t1").orElseThrow()));
    }

    @Test
    void whatIsStagedIsNotStagedAgain() {
        // Given
        DesiredState desired = Sample.desired(2, "t1", "t2");
        // When
        Step step = next(Sample.mounted(1, "t1"), desired, STAGES, RetryState.FRESH);
        // Then
        assertThat(step)
                .isEqualTo(new Step.Publish(desired, desired.target("t2").orElseThrow()));
    }

    @Test
    void anUncertainStagingIsRepeatedWhenWantedAndUndoneWhenNot() {
        // Given
        MountRecord uncertain = Sample.none().under(Sample.desired(1, "t1")).staging(Staging.STAGING);
        // When
        Step wanted = next(uncertain, Sample.desired(1, "t1"), STAGES, RetryState.FRESH);
        Step unwanted = next(uncertain, Sample.nothing(2), STAGES, RetryState.FRESH);
        // Then
        assertThat(wanted).isInstanceOf(Step.Stage.class);
        assertThat(unwanted).isEqualTo(new Step.Unstage());
    }

    @Test
    void unstagingThatWasBegunIsFinishedBeforeTheVolumeIsStagedAnew() {
        // Given
        MountRecord going = Sample.none().under(Sample.nothing(1)).staging(Staging.UNSTAGING);
        // When
        Step step = next(going, Sample.desired(2, "t1"), STAGES, RetryState.FRESH);
        // Then
        assertThat(step).isEqualTo(new Step.Unstage());
    }

    @Test
    @DisplayName("A target whose unpublish was begun is unpublished to the end before it is published again")
    void anUnpublishThatWasBegunIsFinishedFirst() {
        // Given
        MountRecord have = Sample.mounted(1, "t1").unpublishing("t1");

        // When
        Step step = next(have, Sample.desired(2, "t1"), STAGES, RetryState.FRESH);

        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t1"));
    }

    @Test
    @DisplayName("A target whose publish was begun is published to the end, and all being there is rest")
    void aPublishThatWasBegunIsFinished() {
        // Given
        DesiredState desired = Sample.desired(2, "t1");
        MountRecord begun =
                Sample.mounted(1).under(desired).publishing(desired.target("t1").orElseThrow(), false);

        // Then
        assertThat(next(begun, desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Publish(desired, desired.target("t1").orElseThrow()));
        assertThat(next(begun.published("t1", Optional.empty()), desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Rest());
    }

    @Test
    @DisplayName("On the way up, a target that cannot be published keeps no other one")
    void aStuckTargetKeepsNoOtherOneOnTheWayUp() {
        // Given
        DesiredState desired = Sample.desired(2, "t1", "t2", "t3");
        RetryState retry = RetryState.FRESH
                .failed("t1", "publish: refused", NOW, Duration.ZERO, Duration.ZERO)
                .failed("t3", "publish: refused", NOW, Duration.ZERO, Duration.ZERO);

        // When
        Step step = next(Sample.mounted(1), desired, STAGES, retry);

        // Then
        assertThat(step)
                .isEqualTo(new Step.Publish(desired, desired.target("t2").orElseThrow()));
    }

    @Test
    void aPluginThatIsAwayIsWaitedForAndAPauseIsKept() {
        // Given
        RetryState paused = RetryState.FRESH.failed("t1", "no", NOW, Duration.ofSeconds(3), Duration.ZERO);
        // When
        Step away = next(Sample.none(), Sample.desired(1, "t1"), new PluginView.Away("gone"), RetryState.FRESH);
        Step waits = next(Sample.none(), Sample.desired(1, "t1"), STAGES, paused);
        // Then
        assertThat(away).isEqualTo(new Step.Park("gone"));
        assertThat(waits).isEqualTo(new Step.WaitUntil(NOW.plusSeconds(3)));
    }

    @Test
    @DisplayName(
            "What may be called now goes before what still waits, also if it failed more often; if all wait, the one"
                    + " that waits least is next")
    void whatMayBeCalledNowGoesFirst() {
        // Given
        DesiredState desired = Sample.desired(2, "t1", "t2");
        RetryState once = refused(RetryState.FRESH, Sample.publish(2, "t1"), Duration.ofMinutes(5));
        RetryState both = refused(
                once.failed("t2", "no", NOW, Duration.ZERO, Duration.ZERO),
                Sample.publish(2, "t2"),
                Duration.ofMinutes(3));

        // Then
        assertThat(next(Sample.mounted(1), desired, STAGES, once.failed("t2", "no", NOW, Duration.ZERO, Duration.ZERO)))
                .isEqualTo(new Step.Publish(desired, desired.target("t2").orElseThrow()));
        assertThat(next(Sample.mounted(1), desired, STAGES, both))
                .isEqualTo(new Step.WaitUntil(NOW.plus(Duration.ofMinutes(3))));
    }

    @Test
    @DisplayName("A target that was refused keeps the volume from being expanded no more than the other way round")
    void aRefusedTargetDoesNotKeepTheVolumeSmall() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1", "t2").setRequiredBytes(10));
        Step.Call publish = new Step.Publish(desired, desired.target("t2").orElseThrow());
        Step.Call expand = new Step.Expand(desired, "t1", 10);
        RetryState expansionFailed =
                RetryState.FRESH.failed(RetryState.EXPANSION, "no", NOW, Duration.ZERO, Duration.ZERO);

        // Then
        assertThat(next(
                        Sample.mounted(1, "t1"),
                        desired,
                        STAGES,
                        refused(
                                expansionFailed.failed(RetryState.EXPANSION, "no", NOW, Duration.ZERO, Duration.ZERO),
                                publish,
                                Duration.ofMinutes(5))))
                .isEqualTo(expand);
        assertThat(next(
                        Sample.mounted(1, "t1"),
                        desired,
                        STAGES,
                        refused(RetryState.FRESH, expand, Duration.ofMinutes(5))))
                .isEqualTo(publish);
    }

    private static RetryState refused(RetryState retry, Step.Call call, Duration pause) {
        return retry.failed(call.subject(), "no", NOW, Duration.ZERO, Duration.ZERO)
                .refused(call, NOW, pause, true);
    }
}
