package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.due.PollPacing.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PollPacingTest {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final PollPacing pacing = new PollPacing(POLL);

    @Test
    @DisplayName("A loop that has just begun looks at every poll until it has looked in vain several times, "
            + "and then at one in five")
    void becomesIdle() {
        assertThat(looks(PollPacing.IDLE_AFTER, false)).isEqualTo(PollPacing.IDLE_AFTER);
        assertThat(looks(4 * PollPacing.IDLE_POLLS, false)).isEqualTo(4);
    }

    @Test
    @DisplayName("An idle loop looks together with the others, and waits a whole pause after another loop began that")
    void looksTogether() {
        // Given
        boolean awake = pacing.takesPart();
        Turn first = pacing.atPoll();
        looks(100, false);

        // When
        pacing.atPoll();
        pacing.atPoll();
        boolean idle = pacing.takesPart();

        // Then
        assertThat(awake).isFalse();
        assertThat(first).isEqualTo(Turn.LOOK);
        assertThat(idle).isTrue();
        assertThat(Stream.generate(pacing::atPoll).limit(PollPacing.IDLE_POLLS))
                .containsExactly(Turn.PASS, Turn.PASS, Turn.PASS, Turn.PASS, Turn.LOOK_TOGETHER);
    }

    @Test
    @DisplayName("An idle loop that finds something looks at every poll again")
    void findsSomething() {
        // Given
        looks(100, false);

        // When
        pacing.looked(true);

        // Then
        assertThat(looks(10, true)).isEqualTo(10);
    }

    @Test
    @DisplayName("An idle loop that is woken looks at every poll again")
    void isWoken() {
        // Given
        looks(100, false);

        // When
        pacing.woken(List.of(dueIn(Duration.ofMillis(900))), NOW);

        // Then
        assertThat(looks(PollPacing.IDLE_AFTER, false)).isEqualTo(PollPacing.IDLE_AFTER);
    }

    @Test
    @DisplayName("A loop whose failed work could not be put off looks now and then until something is written")
    void cannotPutOff() {
        // Given
        pacing.looked(true);

        // When
        pacing.notPutOff();

        // Then
        assertThat(looks(4 * PollPacing.IDLE_POLLS, false)).isEqualTo(4);
        pacing.woken(List.of(dueIn(Duration.ZERO)), NOW);
        assertThat(looks(PollPacing.IDLE_AFTER, false)).isEqualTo(PollPacing.IDLE_AFTER);
    }

    @Test
    @DisplayName("One change that is due soon wakes an idle loop, whatever else changed with it")
    void isWokenByOneOfSeveral() {
        // Given
        looks(100, false);

        // When
        pacing.woken(
                List.of(new DueChange.Never("kind", "key"), dueIn(Duration.ofHours(1)), dueIn(Duration.ofMillis(900))),
                NOW);

        // Then
        assertThat(looks(PollPacing.IDLE_AFTER, false)).isEqualTo(PollPacing.IDLE_AFTER);
    }

    @Test
    @DisplayName("An idle loop stays idle when something is put off for longer than it would stay awake, or for ever")
    void isNotWoken() {
        // Given
        looks(100, false);

        // When
        pacing.woken(List.of(dueIn(Duration.ofSeconds(2)), new DueChange.Never("kind", "key")), NOW);

        // Then
        assertThat(looks(PollPacing.IDLE_AFTER, false)).isEqualTo(1);
    }

    private static DueChange dueIn(Duration time) {
        return new DueChange.At("kind", "key", "", NOW.plus(time));
    }

    /** How often it looks in so many polls. */
    private long looks(int polls, boolean found) {
        return IntStream.range(0, polls).filter(poll -> looks(found)).count();
    }

    private boolean looks(boolean found) {
        boolean looks = pacing.atPoll() != Turn.PASS;
        if (looks) {
            pacing.looked(found);
        }
        return looks;
    }
}
