package io.hawser.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.run.Course.Next.LookAgain;
import io.hawser.run.Course.Next.StartAgain;
import io.hawser.run.Course.Serving;
import io.hawser.run.Course.Starting;
import io.hawser.run.Course.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CourseTest {
    private static final Patience PATIENCE = Patience.of(Duration.ofSeconds(30), Duration.ofSeconds(20));
    private static final Seen WELL = new Seen.Well("driver 1.2");
    private static final Seen ILL = new Seen.Ill("no answer");
    private static final Seen ENDED = new Seen.Ended("with code 3");

    @Test
    @DisplayName("The first good answer is said once, and then the plugin is looked at on the interval")
    void firstGoodAnswer() {
        // When
        Step first = new Starting(2).after(WELL, seconds(4), PATIENCE);
        Step second = first.course().after(WELL, seconds(24), PATIENCE);

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
        Step step = new Starting(0).after(ILL, seconds(30).minusNanos(1), PATIENCE);

        // Then
        assertThat(step).isEqualTo(new Step(new Starting(0), new LookAgain(seconds(1)), Optional.empty()));
    }

    @Test
    @DisplayName("A process that never answers well in its time is started again, with the reason")
    void neverWell() {
        // When
        Step step = new Starting(0).after(ILL, seconds(30), PATIENCE);

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
        Step ill = new Serving(0, seconds(4), true).after(ILL, seconds(500), PATIENCE);
        Step still = ill.course().after(ILL, seconds(900), PATIENCE);
        Step again = still.course().after(WELL, seconds(901), PATIENCE);

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
        Course course = new Starting(0);

        // When
        Step first = course.after(ENDED, seconds(1), PATIENCE);
        Step second = first.course().after(ENDED, seconds(1), PATIENCE);
        Step soonAfterItWasHealthy =
                new Serving(2, seconds(4), true).after(ENDED, seconds(64).minusNanos(1), PATIENCE);

        // Then
        assertThat(first)
                .isEqualTo(new Step(
                        new Starting(1),
                        new StartAgain(seconds(1)),
                        Optional.of("ended with code 3; it is started again in 1 s")));
        assertThat(second.next()).isEqualTo(new StartAgain(seconds(2)));
        assertThat(soonAfterItWasHealthy.next()).isEqualTo(new StartAgain(seconds(4)));
        assertThat(IntStream.of(6, 7, 40, Integer.MAX_VALUE).mapToObj(PATIENCE::pause))
                .containsExactly(seconds(32), seconds(60), seconds(60), seconds(60));
    }

    @Test
    @DisplayName("The end of a process that was healthy for a minute is the first in a row")
    void endAfterALongLife() {
        // When
        Step step = new Serving(6, seconds(4), false).after(ENDED, seconds(64), PATIENCE);

        // Then
        assertThat(step.course()).isEqualTo(new Starting(1));
        assertThat(step.next()).isEqualTo(new StartAgain(seconds(1)));
    }

    @Test
    @DisplayName("A time that is not above zero is refused, naming the option")
    void wrongTimes() {
        // Then
        assertThatThrownBy(() -> Patience.of(Duration.ZERO, seconds(1)))
                .hasMessage("--health-timeout must be above zero");
        assertThatThrownBy(() -> Patience.of(seconds(1), seconds(-1))).hasMessage("--interval must be above zero");
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
