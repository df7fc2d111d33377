package io.hawser.volume.fence.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.GatedLoop;
import io.hawser.volume.fence.db.Fences;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FenceWorkTest {
    @Test
    @DisplayName("A fence is confirmed after the start has read the topics: it may be taken back there")
    void nothingIsConfirmedBefore() {
        // Given
        GatedLoop loop = started(false);

        // When
        loop.wake(Fences.KIND);

        // Then
        assertThat(loop.noted).isEmpty();
    }

    @Test
    @DisplayName("A fence is confirmed within the gate alone, which another database server shuts")
    void confirmedInTheGate() {
        // Given
        GatedLoop loop = started(true);

        // When
        loop.wake(Fences.KIND);

        // Then
        assertThat(loop.noted)
                .contains(GatedLoop.LOOKED)
                .containsOnlyOnce(GatedLoop.DECIDED_IN_THE_GATE)
                .doesNotContain(GatedLoop.DECIDED_OUTSIDE);
    }

    private static GatedLoop started(boolean read) {
        GatedLoop loop = new GatedLoop(read, Optional.empty());
        loop.start(new FenceWork(null));
        return loop;
    }
}
