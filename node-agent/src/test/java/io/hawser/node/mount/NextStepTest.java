package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.VolumeKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NextStepTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final PluginView STAGES = new PluginView.Here(true);
    private static final PluginView DOES_NOT_STAGE = new PluginView.Here(false);

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
    @DisplayName("A plugin without staging is published to at once")
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
    void anUnwantedTargetGoesBeforeANewOneComes() {
        // Given
        DesiredState desired = Sample.desired(2, "t2");
        // When
        Step step = next(Sample.mounted(1, "t1"), desired, STAGES, RetryState.FRESH);
        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t1"));
    }

    @Test
    @Tag("nomad-40")
    @DisplayName(
            "One task mounted, a second staged and not published: the first one's end unpublishes and does not unstage")
    void theStagingPathStaysForATaskThatIsOnlyStaged() {
        // Given
        MountRecord have = Sample.mounted(1, "alloc0");
        DesiredState second = Sample.desired(2, "alloc1");
        // When
        Step first = next(have, second, STAGES, RetryState.FRESH);
        Step then = next(have.without("alloc0"), second, STAGES, RetryState.FRESH);
        // Then
        assertThat(first).isEqualTo(new Step.Unpublish("alloc0"));
        assertThat(then).isInstanceOf(Step.Publish.class);
    }

    @Test
    void theStagingPathGoesOnlyWhenNoTargetIsLeft() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        DesiredState nothing = Sample.nothing(2);
        // When
        Step first = next(have, nothing, STAGES, RetryState.FRESH);
        Step then = next(have.without("t1"), nothing, STAGES, RetryState.FRESH);
        Step last = next(have.without("t1").staging(Staging.NONE), nothing, STAGES, RetryState.FRESH);
        // Then
        assertThat(first).isEqualTo(new Step.Unpublish("t1"));
        assertThat(then).isEqualTo(new Step.Unstage());
        assertThat(last).isEqualTo(new Step.Forget());
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
    void withoutAnAssignmentNothingIsTakenDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        Order order = Order.of(have, Optional.empty());
        Step step = NextStep.of(have, order, STAGES, false, RetryState.FRESH, Optional.empty(), NOW);
        // Then
        assertThat(order).isEqualTo(new Order.Silent("no assignment", true));
        assertThat(step).isEqualTo(new Step.Rest());
    }

    @Test
    void anOlderGenerationIsNotActedOn() {
        // Given
        MountRecord have = Sample.mounted(5, "t1");
        // When
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(Sample.nothing(4))));
        // Then
        assertThat(order).isInstanceOf(Order.Silent.class);
    }

    @Test
    void anotherVolumeOfTheNameTakesNothingDownUnlessTheOldOneWasOrderedToGo() {
        // Given
        MountRecord claimed = Sample.mounted(1, "t1");
        MountRecord leaving = claimed.under(Sample.nothing(2));
        DesiredState other = Sample.desired(Sample.assignment(3, "t2").setUid("u2"));
        // When
        Order orphaned = Order.of(claimed, Optional.of(new DesiredState.Usable(other)));
        Order letGo = Order.of(leaving, Optional.of(new DesiredState.Usable(other)));
        // Then
        assertThat(other.key()).isEqualTo(new VolumeKey("data", "u2"));
        assertThat(orphaned).isInstanceOf(Order.Silent.class);
        assertThat(letGo).isEqualTo(new Order.LetGo(Optional.empty()));
    }

    @Test
    void whatIsHeldBackIsMountedButNotTakenDown() {
        // Given
        Optional<String> heldBack = Optional.of("another topic");
        DesiredState more = Sample.desired(2, "t1", "t2");
        // When
        Step up = NextStep.of(
                Sample.mounted(1, "t1"), new Order.Have(more), STAGES, false, RetryState.FRESH, heldBack, NOW);
        Step down = NextStep.of(
                Sample.mounted(1, "t1"),
                new Order.LetGo(Optional.empty()),
                STAGES,
                false,
                RetryState.FRESH,
                heldBack,
                NOW);
        // Then
        assertThat(up).isInstanceOf(Step.Publish.class);
        assertThat(down).isEqualTo(new Step.Park("another topic"));
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
    void theTargetThatFailedLeastIsNext() {
        // Given
        RetryState retry = RetryState.FRESH.failed("t1", "no", NOW, Duration.ZERO, Duration.ZERO);
        DesiredState desired = Sample.desired(1, "t1", "t2");
        MountRecord staged = Sample.mounted(1);
        // When
        Step step = next(staged, desired, STAGES, retry);
        // Then
        assertThat(step)
                .isEqualTo(new Step.Publish(desired, desired.target("t2").orElseThrow()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("A plugin that came back without staging has nothing staged: the volume goes on, up and down")
    void aPluginThatStagesNoMoreHasNothingStaged(Staging before) {
        // Given
        MountRecord have = Sample.none().under(Sample.desired(1, "t1")).staging(before);
        // When
        Step up = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, RetryState.FRESH);
        Step down = next(have, Sample.nothing(2), DOES_NOT_STAGE, RetryState.FRESH);
        // Then
        assertThat(up).isEqualTo(new Step.NotStaged());
        assertThat(down).isEqualTo(new Step.NotStaged());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("What is still mounted at the staging path of a plugin that stages no more is waited for, and said")
    void whatAPluginThatStagesNoMoreLeftMountedIsLeftToAPerson(Staging before) {
        // Given
        MountRecord have = Sample.none().under(Sample.desired(1, "t1")).staging(before);
        // When
        Step up = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, true, RetryState.FRESH);
        Step down = next(have, Sample.nothing(2), DOES_NOT_STAGE, true, RetryState.FRESH);
        // Then
        assertThat(up).isEqualTo(down).isInstanceOf(Step.Park.class);
        assertThat(((Step.Park) up).message()).contains("does not stage any more", "staging path");
    }

    @Test
    void targetsOfAPluginThatStagesNoMoreGoAndStayAsEver() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        Step stays = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, true, RetryState.FRESH);
        Step goes = next(have, Sample.nothing(2), DOES_NOT_STAGE, true, RetryState.FRESH);
        // Then
        assertThat(stays).isEqualTo(new Step.Rest());
        assertThat(goes).isEqualTo(new Step.Unpublish("t1"));
    }

    @Test
    @DisplayName("A person's word that it is unmounted counts where the plugin is away or fails, "
            + "unless the node is held back")
    void aPersonTookItDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        DesiredState nothing = Sample.nothing(2);
        DesiredState forget = ((DesiredState.Usable) DesiredState.of(
                        nothing.assignment().toBuilder().setForget(true).build()))
                .desired();
        PluginView away = new PluginView.Away("gone");
        RetryState failed = RetryState.FRESH.failed("t1", "no", NOW, Duration.ofSeconds(9), Duration.ofSeconds(9));
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(forget)));
        // When
        Step held = NextStep.of(have, order, away, false, RetryState.FRESH, Optional.of("another topic"), NOW);
        // Then
        assertThat(next(have, forget, away, RetryState.FRESH)).isEqualTo(new Step.DropRecord());
        assertThat(next(have, forget, STAGES, failed)).isEqualTo(new Step.DropRecord());
        assertThat(next(have, forget, STAGES, RetryState.FRESH)).isEqualTo(new Step.Unpublish("t1"));
        assertThat(next(have, nothing, away, RetryState.FRESH)).isInstanceOf(Step.Park.class);
        assertThat(held).isInstanceOf(Step.Park.class);
        assertThat(have.dropped().isEmpty()).isTrue();
    }

    private static Step next(MountRecord have, DesiredState desired, PluginView plugin, RetryState retry) {
        return next(have, desired, plugin, false, retry);
    }

    private static Step next(
            MountRecord have, DesiredState desired, PluginView plugin, boolean stagingMounted, RetryState retry) {
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(desired)));
        return NextStep.of(order.takenOver(have), order, plugin, stagingMounted, retry, Optional.empty(), NOW);
    }

    @Test
    @DisplayName("On the way down, a target that cannot be unpublished keeps no other one")
    void aStuckTargetKeepsNoOtherOneOnTheWayDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1", "t2");
        RetryState retry = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // When
        Step step = next(have, Sample.nothing(2), STAGES, retry);

        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t2"));
    }

    @Test
    @DisplayName("Of several that shall go while others stay, too, the one that failed least is next")
    void aStuckTargetKeepsNoOtherUnwantedOne() {
        // Given
        MountRecord have = Sample.mounted(1, "t1", "t2", "t3");
        RetryState retry = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // When
        Step step = next(have, Sample.desired(2, "t3"), STAGES, retry);

        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t2"));
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
    @DisplayName("Without an order, what is certainly not here is forgotten, and everything else rests as it is")
    void withoutAnOrderOnlyNothingIsForgotten() {
        // Given
        Order orphaned = new Order.Silent("no assignment", true);
        Order unusable = new Order.Silent("assignment refused", false);

        // Then
        assertThat(silent(Sample.none(), orphaned)).isEqualTo(new Step.Forget());
        assertThat(silent(Sample.none(), unusable)).isEqualTo(new Step.Rest());
        assertThat(silent(Sample.mounted(1, "t1"), orphaned)).isEqualTo(new Step.Rest());
        assertThat(silent(Sample.mounted(1, "t1"), unusable)).isEqualTo(new Step.Rest());
    }

    private static Step silent(MountRecord have, Order order) {
        return NextStep.of(have, order, STAGES, false, RetryState.FRESH, Optional.empty(), NOW);
    }

    @Test
    @DisplayName("An order to let go goes on under a later assignment of the name only, not under "
            + "one of the same generation")
    void anOrderToLetGoGoesOnUnderALaterAssignmentOnly() {
        // Given
        MountRecord leaving = Sample.mounted(1, "t1").under(Sample.nothing(2));
        DesiredState same = Sample.desired(Sample.assignment(2, "t2").setUid("u2"));

        // Then
        assertThat(Order.of(leaving, Optional.of(new DesiredState.Usable(same))))
                .isInstanceOf(Order.Silent.class);
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
    @DisplayName("A target whose publish was begun is published to the end, and all being there is rest")
    void aPublishThatWasBegunIsFinished() {
        // Given
        DesiredState desired = Sample.desired(2, "t1");
        MountRecord begun =
                Sample.mounted(1).under(desired).publishing(desired.target("t1").orElseThrow());

        // Then
        assertThat(next(begun, desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Publish(desired, desired.target("t1").orElseThrow()));
        assertThat(next(begun.published("t1", Optional.empty()), desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Rest());
    }

    @Test
    @DisplayName("A volume is grown once a target is published, once for each size, and never without a target")
    void growsOnceThatIsPublished() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setRequiredBytes(10));
        MountRecord have = Sample.mounted(1, "t1");

        // Then
        assertThat(next(Sample.mounted(1), desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Publish.class);
        assertThat(next(have, desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Expand(desired, "t1", 10));
        assertThat(next(have.expanded(9), desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Expand.class);
        assertThat(next(have.expanded(10), desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Rest());
        assertThat(next(have.expanded(11), desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Rest());
        assertThat(next(
                        Sample.mounted(1),
                        Sample.desired(Sample.assignment(2).setRequiredBytes(10)),
                        STAGES,
                        RetryState.FRESH))
                .isEqualTo(new Step.Rest());
    }

    @Test
    @DisplayName("A target that cannot be published does not keep the volume from being grown, nor the other way round")
    void growingAndPublishingDoNotHoldEachOther() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1", "t2").setRequiredBytes(10));
        MountRecord have = Sample.mounted(1, "t1");
        RetryState publishFailed = RetryState.FRESH.failed("t2", "no", Instant.EPOCH, Duration.ZERO, Duration.ZERO);
        RetryState bothFailed =
                publishFailed.failed(RetryState.EXPANSION, "no", Instant.EPOCH, Duration.ZERO, Duration.ZERO);

        // Then
        assertThat(next(have, desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Publish.class);
        assertThat(next(have, desired, STAGES, publishFailed)).isInstanceOf(Step.Expand.class);
        assertThat(next(have, desired, STAGES, bothFailed)).isInstanceOf(Step.Publish.class);
    }

    @Test
    @DisplayName("What goes is unpublished before the volume is grown")
    void takingDownComesBeforeGrowing() {
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setRequiredBytes(10));

        assertThat(next(Sample.mounted(1, "t1", "t2"), desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Unpublish("t2"));
    }
}
