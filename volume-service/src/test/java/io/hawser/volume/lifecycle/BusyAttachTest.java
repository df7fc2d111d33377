package io.hawser.volume.lifecycle;

import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An attach that finds no room on the node, or the volume elsewhere. */
class BusyAttachTest {
    @Test
    @DisplayName("An attach that is refused for what passes waits twice as long each time, up to the ceiling")
    void pausesGrow() {
        // Given
        Retry retry = Retry.NONE;
        List<Duration> pauses = new ArrayList<>();

        // When
        for (int i = 0; i < 30; i++) {
            retry = retry.busy("full", NOW, POLICY, 0.999, 7);
            pauses.add(Duration.between(NOW, retry.notBefore().orElseThrow()));
        }

        // Then
        assertThat(pauses).isSorted();
        assertThat(pauses.get(2)).isGreaterThan(pauses.get(0).multipliedBy(3));
        assertThat(pauses.getLast()).isGreaterThan(POLICY.backoff().ceiling().dividedBy(2));
    }

    @Test
    @DisplayName("A detach ends one pause; should the attach be refused again, the next pause is longer all the same")
    void aDetachForgetsNothing() {
        // Given
        Retry once = Retry.NONE.busy("full", NOW, POLICY, 0.999, 7);
        Retry twice = once.busy("full", NOW, POLICY, 0.999, 7);

        // When
        Retry detached = once.afterDetach();

        // Then
        assertThat(detached.notBefore()).isEmpty();
        assertThat(detached.busy("full", NOW, POLICY, 0.999, 7)).isEqualTo(twice);
    }
}
