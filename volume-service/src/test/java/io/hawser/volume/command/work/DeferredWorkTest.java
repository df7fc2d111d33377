package io.hawser.volume.command.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.GatedLoop;
import io.hawser.volume.command.db.DeferredRows;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeferredWorkTest {
    @Test
    @DisplayName("A waiting command is decided after the start has read the topics: its plugin may be there")
    void nothingIsDecidedBefore() {
        // Given
        GatedLoop loop = started(false);

        // When
        loop.wake(DeferredRows.KIND);

        // Then
        assertThat(loop.noted).isEmpty();
    }

    @Test
    @DisplayName("A waiting command is decided within the gate alone, which another database server shuts")
    void decidedInTheGate() {
        // Given
        GatedLoop loop = started(true);

        // When
        loop.wake(DeferredRows.KIND);

        // Then
        assertThat(loop.noted)
                .contains(GatedLoop.LOOKED)
                .containsOnlyOnce(GatedLoop.DECIDED_IN_THE_GATE)
                .doesNotContain(GatedLoop.DECIDED_OUTSIDE);
    }

    private static GatedLoop started(boolean read) {
        GatedLoop loop = new GatedLoop(read, Optional.empty());
        loop.start(new DeferredWork(null, null));
        return loop;
    }
}
