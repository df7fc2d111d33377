package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.pace.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryStateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Pauses PAUSES =
            new Pauses(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10)), Duration.ofMinutes(5));

    @Test
    @DisplayName("A new desired state shortens the pause after an open outcome to the floor: the plugin may still be "
            + "at that call")
    void aNewDesiredStateKeepsTheFloorAfterAnOpenOutcome() {
        // Given
        CallOutcome open = new CallOutcome.Uncertain("no answer");
        RetryState retry =
                RetryState.FRESH.failed("t1", "no answer", NOW, PAUSES.after(open, 6, 0.5), PAUSES.least(open));

        // When
        RetryState preempted = retry.preempted();

        // Then
        assertThat(retry.notBefore()).isAfter(NOW.plusSeconds(1));
        assertThat(preempted.notBefore()).isEqualTo(NOW.plusMillis(200));
        assertThat(preempted.preempted().notBefore()).isEqualTo(NOW.plusMillis(200));
    }

    @Test
    @DisplayName("A new desired state ends the pause after a refusal, but for what would be the same call again")
    void aNewDesiredStateEndsThePauseAfterARefusalOfAnotherCall() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));

        // When
        RetryState preempted = retry.preempted();

        // Then
        assertThat(retry.notBefore(Sample.publish(1, "t1"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(preempted.notBefore(Sample.publish(2, "t2", "t1"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(preempted.notBefore(Sample.publish(2, "t2"))).isBeforeOrEqualTo(NOW);
        assertThat(preempted.notBefore(new Step.Unpublish("t1"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName(
            "Another plugin, and whatever changed the volume, end the pause after a refusal for the same call, too")
    void whatMayMendARefusalEndsItsPause() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));

        // Then
        assertThat(retry.replaced(NOW.plusMillis(1)).notBefore(Sample.publish(1, "t1")))
                .isBeforeOrEqualTo(NOW);
        assertThat(retry.done("t2").notBefore(Sample.publish(1, "t1"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName("What refused may be the other plugin already, before word of it came: that refusal stands")
    void aRefusalOfTheOtherPluginStands() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));

        // When
        RetryState replaced = retry.replaced(NOW.minusMillis(300));

        // Then
        assertThat(replaced.notBefore(Sample.publish(1, "t1"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(replaced.notBefore(Sample.publish(2, "t2"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName("A refusal whose pause is over is not kept")
    void aRefusalWhosePauseIsOverIsNotKept() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));
        Instant later = NOW.plus(Duration.ofMinutes(6));

        // When
        RetryState next = retry.failed("t2", "no", later, Duration.ofMinutes(5), Duration.ZERO)
                .refused(Sample.publish(1, "t2"), later, PAUSES.afterRejection(), true);

        // Then
        assertThat(next.refused()).containsOnlyKeys(Sample.publish(2, "t2").asked());
    }

    private static RetryState refused(Step.Call call) {
        CallOutcome refused = new CallOutcome.Rejected(false, false, "no");
        return RetryState.FRESH
                .failed(call.subject(), "no", NOW, PAUSES.after(refused, 1, 0.5), PAUSES.least(refused))
                .refused(call, NOW, PAUSES.afterRejection(), true);
    }

    @Test
    @DisplayName("What the agent itself failed at is forgotten when it works again, and nothing else is")
    void whatIsCuredIsForgotten() {
        // Given
        RetryState retry = RetryState.FRESH
                .failed("t1", "busy", NOW, Duration.ofSeconds(1), Duration.ZERO)
                .failed(RetryState.AGENT, "no space", NOW, Duration.ofSeconds(2), Duration.ZERO);

        // When
        RetryState cured = retry.cured(RetryState.AGENT);

        // Then
        assertThat(cured.message(RetryState.AGENT)).isEmpty();
        assertThat(cured.message("t1")).contains("busy");
        assertThat(cured.attempts()).isEqualTo(2);
        assertThat(cured.notBefore()).isEqualTo(NOW.plusSeconds(2));
        assertThat(cured.cured(RetryState.AGENT)).isEqualTo(cured);
    }

    @Test
    @DisplayName("A pause goes on in a new process, with its reason and its count; a new desired state ends it")
    void aPauseOutlivesTheProcess() {
        // Given
        RetryState retry = RetryState.FRESH
                .failed("t1", "no answer", NOW, Duration.ofSeconds(1), Duration.ZERO)
                .failed("t1", "no answer again", NOW, Duration.ofSeconds(2), Duration.ofMillis(200));

        // When
        Pause pause = retry.pause(new Step.Unpublish("t1"), NOW).orElseThrow();
        RetryState next = RetryState.after(pause);

        // Then
        assertThat(pause).isEqualTo(new Pause("t1", "no answer again", 2, NOW, NOW.plusSeconds(2), false));
        assertThat(next.notBefore(new Step.Unpublish("t1"))).isEqualTo(NOW.plusSeconds(2));
        assertThat(next.message("t1")).contains("no answer again");
        assertThat(next.count("t1")).isEqualTo(1);
        assertThat(next.attempts()).isEqualTo(2);
        assertThat(next.preempted().notBefore()).isBefore(NOW);
        assertThat(retry.pause(new Step.Unpublish("t2"), NOW)).isEmpty();
        assertThat(retry.preempted().pause(new Step.Unpublish("t1"), NOW)).isEmpty();
    }

    @Test
    @DisplayName("Of a call that was refused, the later of its own pause and the volume's counts; a "
            + "refusal that holds is kept")
    void theLaterPauseCounts() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));
        Duration longer = Duration.ofMinutes(9);

        // When
        RetryState later = retry.failed("t2", "no", NOW, longer, Duration.ZERO);
        RetryState both = retry.failed("t2", "no", NOW, Duration.ofMinutes(5), Duration.ZERO)
                .refused(Sample.publish(1, "t2"), NOW, PAUSES.afterRejection(), true);

        // Then
        assertThat(later.notBefore(Sample.publish(1, "t1"))).isEqualTo(NOW.plus(longer));
        assertThat(both.refused()).hasSize(2);
    }

    @Test
    @DisplayName("A pause that a clock set two hours ahead has begun is over when the clock is right again, for every"
            + " call; a pause of the right clock stays")
    void aPauseOfAClockAheadIsOver() {
        // Given
        Instant ahead = NOW.plus(Duration.ofHours(2));
        Step.Call call = Sample.publish(1, "t1");
        RetryState retry = RetryState.FRESH
                .failed("t1", "no", ahead, PAUSES.afterRejection(), Duration.ofMillis(200))
                .refused(call, ahead, PAUSES.afterRejection(), true);
        Instant latest = NOW.plus(PAUSES.longest());

        // When
        RetryState set = retry.upTo(latest);

        // Then
        assertThat(PAUSES.longest()).isEqualTo(Duration.ofMinutes(5));
        assertThat(set.notBefore(call)).isBefore(NOW);
        assertThat(set.preempted().notBefore(call)).isBefore(NOW);
        assertThat(set.message("t1")).contains("no");
        assertThat(refused(call).upTo(latest)).isEqualTo(refused(call));
    }

    @Test
    @DisplayName("A thousand rejected targets come and go: only the failures of those that are still there are kept")
    void failuresOfTargetsThatAreGoneAreNotKept() {
        // Given
        RetryState retry = RetryState.FRESH
                .failed(RetryState.VOLUME, "busy", NOW, Duration.ZERO, Duration.ZERO)
                .failed(RetryState.EXPANSION, "busy", NOW, Duration.ZERO, Duration.ZERO)
                .failed("kept", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // When
        for (int i = 1; i <= 1_000; i++) {
            Order order = Order.of(
                    Sample.mounted(1, "kept"), Optional.of(new DesiredState.Usable(Sample.desired(i, "t" + i))));
            retry = retry.only(subject -> order.concerns(subject, Sample.mounted(1, "kept")))
                    .failed("t" + i, "no", NOW, Duration.ZERO, Duration.ZERO);
        }

        // Then
        assertThat(retry.failures()).containsOnlyKeys(RetryState.VOLUME, RetryState.EXPANSION, "kept", "t1000");
        assertThat(retry.attempts()).isEqualTo(1_003);
    }

    @Test
    @DisplayName(
            "A refusal holds back the refused call for long, and every other call of the volume for the floor only")
    void aRefusalHoldsBackItsCallOnly() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1", "t2"));

        // Then
        assertThat(retry.notBefore(Sample.publish(1, "t1", "t2"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(retry.notBefore(Sample.publish(1, "t2", "t1"))).isEqualTo(NOW.plusMillis(200));
        assertThat(retry.notBefore(new Step.Unpublish("t2"))).isEqualTo(NOW.plusMillis(200));
    }

    @Test
    @DisplayName("An open outcome holds back every call of the volume")
    void anOpenOutcomeHoldsBackEveryCall() {
        // Given
        CallOutcome open = new CallOutcome.Uncertain("no answer");
        RetryState retry =
                RetryState.FRESH.failed("t1", "no answer", NOW, PAUSES.after(open, 6, 0.5), PAUSES.least(open));

        // Then
        assertThat(retry.notBefore()).isAfter(NOW.plusSeconds(1));
        assertThat(retry.notBefore(Sample.publish(1, "t2"))).isEqualTo(retry.notBefore());
        assertThat(retry.notBefore(new Step.Unpublish("t2"))).isEqualTo(retry.notBefore());
    }

    @Test
    @DisplayName(
            "What was mounted ends no refusal of another call; a target that is gone ends none of another unpublish;"
                    + " what was staged ends all, except a refusal of what a call says")
    void whatWasDoneEndsTheRefusalsThatItMayHaveHelped() {
        // Given
        Step.Call publish = Sample.publish(1, "t1");
        Step.Call unpublish = new Step.Unpublish("t1");
        Step.Call stage = new Step.Stage(Sample.desired(1));
        Instant pauseEnd = NOW.plus(PAUSES.afterRejection());
        RetryState forGood = RetryState.FRESH.refused(publish, NOW, PAUSES.afterRejection(), false);

        // Then
        assertThat(refused(publish).done(Sample.publish(1, "t2")).notBefore(publish))
                .isEqualTo(pauseEnd);
        assertThat(refused(publish).done(new Step.Unpublish("t2")).notBefore(publish))
                .isBeforeOrEqualTo(NOW);
        assertThat(refused(unpublish).done(new Step.Unpublish("t2")).notBefore(unpublish))
                .isEqualTo(pauseEnd);
        assertThat(refused(publish).done(stage).notBefore(publish)).isBeforeOrEqualTo(NOW);
        assertThat(refused(unpublish).done(new Step.Unstage()).notBefore(unpublish))
                .isBeforeOrEqualTo(NOW);
        assertThat(forGood.done(stage).notBefore(publish)).isEqualTo(pauseEnd);
        assertThat(forGood.done(publish).notBefore(publish)).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName(
            "In a new process, a refusal holds back the calls on its subject, until the desired state or the plugin"
                    + " changes")
    void aRefusalOutlivesTheProcess() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));
        Pause pause = retry.pause(Sample.publish(1, "t1"), NOW).orElseThrow();

        // When
        RetryState next = RetryState.after(pause);

        // Then
        assertThat(pause).isEqualTo(new Pause("t1", "no", 1, NOW, NOW.plus(Duration.ofMinutes(5)), true));
        assertThat(next.notBefore(Sample.publish(1, "t1"))).isEqualTo(pause.until());
        assertThat(next.notBefore(Sample.publish(1, "t2"))).isBefore(NOW);
        assertThat(next.failed("t2", "no", NOW, Duration.ZERO, Duration.ZERO).notBefore(Sample.publish(1, "t1")))
                .isEqualTo(pause.until());
        assertThat(next.preempted().notBefore(Sample.publish(1, "t1"))).isBefore(NOW);
        assertThat(next.replaced(NOW).notBefore(Sample.publish(1, "t1"))).isEqualTo(pause.until());
        assertThat(next.replaced(NOW.plusMillis(1)).notBefore(Sample.publish(1, "t1")))
                .isBefore(NOW);
        assertThat(next.upTo(NOW.plusSeconds(1)).notBefore(Sample.publish(1, "t1")))
                .isBefore(NOW);
        assertThat(next.upTo(pause.until())).isEqualTo(next);
        assertThat(next.done(Sample.publish(1, "t2")).notBefore(Sample.publish(1, "t1")))
                .isEqualTo(pause.until());
        assertThat(next.done(Sample.publish(1, "t1")).notBefore(Sample.publish(1, "t1")))
                .isBefore(NOW);
    }

    @Test
    @DisplayName("The record keeps the pause of a refusal for as long as the refusal holds")
    void aRecordedRefusalHolds() {
        // Given
        RetryState retry = refused(Sample.publish(1, "t1"));
        Pause pause = retry.pause(Sample.publish(1, "t1"), NOW).orElseThrow();

        // Then
        assertThat(retry.holds(pause)).isTrue();
        assertThat(RetryState.after(pause).holds(pause)).isTrue();
        assertThat(retry.done(Sample.publish(1, "t2")).holds(pause)).isTrue();
        assertThat(retry.done(Sample.publish(1, "t1")).holds(pause)).isFalse();
        assertThat(RetryState.after(pause).preempted().holds(pause)).isFalse();
        assertThat(retry.holds(new Pause("t1", "no", 1, NOW, NOW.plusSeconds(1), false)))
                .isFalse();
    }

    @Test
    @DisplayName("A refusal takes back none of the failures before it")
    void aRefusalTakesBackNoFailure() {
        // Given
        Step.Call call = Sample.publish(1, "t1");
        RetryState uncertain = RetryState.FRESH
                .failed("t1", "late", NOW, Duration.ZERO, Duration.ZERO)
                .failed("t1", "late", NOW, Duration.ZERO, Duration.ZERO);

        // When
        RetryState refused = uncertain
                .failed("t1", "no", NOW, Duration.ZERO, Duration.ZERO)
                .refused(call, NOW, PAUSES.afterRejection(), false);

        // Then
        assertThat(refused.attempts()).isEqualTo(2);
        assertThat(refused.count("t1")).isEqualTo(3);
    }
}
