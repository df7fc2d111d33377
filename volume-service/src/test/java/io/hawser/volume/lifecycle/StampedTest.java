package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.created;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Since when a volume and its publications are in their state. */
class StampedTest {
    @Test
    @DisplayName("The first time stays; one that is yet to come is of a clock that went back since")
    void theFirstTimeStays() {
        // Given
        Volume volume = created().with(Publication.begin(N1, "c")).stamped(NOW.plusSeconds(100));

        // When
        Volume later = volume.stamped(NOW.plusSeconds(200));
        Volume back = volume.stamped(NOW);
        Volume ahead = back.stamped(NOW.minusSeconds(1));

        // Then
        assertThat(later.publications().get(N1).since()).contains(NOW.plusSeconds(100));
        assertThat(back.publications().get(N1).since()).contains(NOW);
        assertThat(later.since()).contains(NOW);
        assertThat(ahead.since()).contains(NOW.minusSeconds(1));
    }
}
