package io.hawser.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.run.RunState.Next.LookAgain;
import io.hawser.run.RunState.Next.StartAgain;
import io.hawser.run.RunState.Serving;
import io.hawser.run.RunState.Starting;
import io.hawser.run.RunState.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RunStateTest {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(30), Duration.ofSeconds(20));
    private static final Observation WELL = new Observation.Well("driver 1.2");
    private static final Observation ILL = new Observation.Ill("no answer");
    private static final Observation ENDED = new Observation.Ended("with code 3");

    @Test
    @DisplayName("The first good answer is said once, and then the plugin is looked at on the interval")
    void firstGoodAnswer() {
        // When
        Step first = new Starting(2).after(WELL, seconds(4), TIMING);
        Step second = first.state().after(WELL, seconds(24), TIMING);

        // Then
        assertThat(first)
                .isEqualTo(new Step(
                        new Serving(2, seconds(4), true),
                        new LookAgain(seconds(20)),
                        Optional.of("is healthy: driver 1.2")));
        assertThat(second)
                .isEqualTo(new Step(new Serving(2, seconds(4), true), new LookAgain(seconds(20)), Optional.empty()));
    }

    @Test
    @DisplayName("A process that does not answer yet is asked each second, and nothing is said")
    void notYet() {
        // When
        Step step = new Starting(0).after(ILL, seconds(30).minusNanos(1), TIMING);

        // Then
        assertThat(step).isEqualTo(new Step(new Starting(0), new LookAgain(seconds(1)), Optional.empty()));
    }

    @Test
    @DisplayName("A process that never answers well in its time is started again, with the reason")
    void neverWell() {
        // When
        Step step = new Starting(0).after(ILL, seconds(30), TIMING);

        // Then
        assertThat(step)
                .isEqualTo(new Step(
                        new Starting(1),
                        new StartAgain(seconds(1)),
                        Optional.of("has not answered well within 30 s: no answer; it is started again in 1 s")));
    }

    @Test
    @DisplayName("A process that has answered well is not ended for a bad answer; each change is said once")
    void illLater() {
        // When
        Step ill = new Serving(0, seconds(4), true).after(ILL, seconds(500), TIMING);
        Step still = ill.state().after(ILL, seconds(900), TIMING);
        Step again = still.state().after(WELL, seconds(901), TIMING);

        // Then
        assertThat(ill)
                .isEqualTo(new Step(
                        new Serving(0, seconds(4), false),
                        new LookAgain(seconds(1)),
                        Optional.of("is not healthy: no answer")));
        assertThat(still.say()).isEmpty();
        assertThat(still.next()).isEqualTo(new LookAgain(seconds(1)));
        assertThat(again)
                .isEqualTo(new Step(
                        new Serving(0, seconds(4), true),
                        new LookAgain(seconds(20)),
                        Optional.of("is healthy again: driver 1.2")));
    }

    @Test
    @DisplayName("Ends in a row double the pause, up to a minute")
    void backoff() {
        // Given
        RunState state = new Starting(0);

        // When
        Step first = state.after(ENDED, seconds(1), TIMING);
        Step second = first.state().after(ENDED, seconds(1), TIMING);
        Step soonAfterItWasHealthy =
                new Serving(2, seconds(4), true).after(ENDED, seconds(64).minusNanos(1), TIMING);

        // Then
        assertThat(first)
                .isEqualTo(new Step(
                        new Starting(1),
                        new StartAgain(seconds(1)),
                        Optional.of("ended with code 3; it is started again in 1 s")));
        assertThat(second.next()).isEqualTo(new StartAgain(seconds(2)));
        assertThat(soonAfterItWasHealthy.next()).isEqualTo(new StartAgain(seconds(4)));
        assertThat(IntStream.of(6, 7, 40, Integer.MAX_VALUE).mapToObj(TIMING::pause))
                .containsExactly(seconds(32), seconds(60), seconds(60), seconds(60));
    }

    @Test
    @DisplayName("The end of a process that was healthy for a minute is the first in a row")
    void endAfterALongLife() {
        // When
        Step step = new Serving(6, seconds(4), false).after(ENDED, seconds(64), TIMING);

        // Then
        assertThat(step.state()).isEqualTo(new Starting(1));
        assertThat(step.next()).isEqualTo(new StartAgain(seconds(1)));
    }

    @Test
    @DisplayName("A time that is not above zero is refused, naming the option")
    void wrongTimes() {
        // Then
        assertThatThrownBy(() -> Timing.of(Duration.ZERO, seconds(1)))
                .hasMessage("--health-timeout must be above zero");
        assertThatThrownBy(() -> Timing.of(seconds(1), seconds(-1))).hasMessage("--interval must be above zero");
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
