package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.volume.command.work.DeferredWork;
import io.hawser.volume.fence.work.FenceWork;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What silence decides waits for the start gate. */
class GatedWorkTest {
    static Stream<CaughtUpWork.Subject> subjects() {
        return Stream.of(new DeferredWork(null, null), new FenceWork(null));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    @DisplayName("A waiting command is decided, and a fence confirmed, after the start has read the topics: "
            + "the plugin may be there, or the fence taken back")
    void nothingIsDecidedBefore(CaughtUpWork.Subject subject) {
        // Given
        GatedLoop loop = started(subject, false);

        // When
        loop.wake(subject.description().kind());

        // Then
        assertThat(loop.noted).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    @DisplayName("Both happen within the gate alone, which another database server shuts")
    void decidedInTheGate(CaughtUpWork.Subject subject) {
        // Given
        GatedLoop loop = started(subject, true);

        // When
        loop.wake(subject.description().kind());

        // Then
        assertThat(loop.noted)
                .contains(GatedLoop.LOOKED)
                .containsOnlyOnce(GatedLoop.DECIDED_IN_THE_GATE)
                .doesNotContain(GatedLoop.DECIDED_OUTSIDE);
    }

    private static GatedLoop started(CaughtUpWork.Subject subject, boolean read) {
        GatedLoop loop = new GatedLoop(read, Optional.empty());
        loop.start(subject);
        return loop;
    }
}
