package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawnTest {
    private static final Drawn ROW = new Drawn(7, 1000);

    @Test
    @DisplayName("A row is overtaken by itself, and by what came after it")
    void byItselfAndByWhatCameAfter() {
        assertThat(ROW.overtakenBy(ROW)).isTrue();
        assertThat(ROW.overtakenBy(new Drawn(8, 1001))).isTrue();
    }

    @Test
    @DisplayName("Within one life of the database ids decide: a clock that stepped back drops nothing")
    void aClockThatSteppedBackDropsNothing() {
        assertThat(ROW.overtakenBy(new Drawn(6, 2000))).isFalse();
    }

    @Test
    @DisplayName("An id that a restored database draws a second time is not overtaken by the first")
    void anIdThatIsDrawnASecondTime() {
        assertThat(ROW.overtakenBy(new Drawn(7, 999))).isFalse();
        assertThat(ROW.overtakenBy(new Drawn(9, 999))).isFalse();
    }

    @Test
    void isTheSameAfterItTravelled() {
        assertThat(Drawn.parse(ROW.toText())).contains(ROW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "@", "7@", "-7@1000", "7@1000@1", "9999999999999999999@1", "seven@1000"})
    @DisplayName("What is not ours says nothing")
    void whatIsNotOursSaysNothing(String text) {
        assertThat(Drawn.parse(text)).isEmpty();
    }

    @Test
    @DisplayName("When a row was drawn is the same moment in whichever zone the database says it")
    void whenItWasDrawn() {
        assertThat(Drawn.at(7, OffsetDateTime.parse("1970-01-01T02:00:00.001+02:00")))
                .isEqualTo(ROW);
    }
}
