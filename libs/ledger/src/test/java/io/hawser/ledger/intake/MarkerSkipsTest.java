package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.db.PositionRows.Move;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarkerSkipsTest {
    @Test
    @DisplayName("A position moves past markers only when everything that was polled is applied")
    void pastMarkers() {
        assertThat(MarkerSkips.skip(5, 4, 7)).contains(new Move(5, 7));
        assertThat(MarkerSkips.skip(5, -1, 6)).contains(new Move(5, 6));
        assertThat(MarkerSkips.skip(5, 5, 7)).isEmpty();
        assertThat(MarkerSkips.skip(5, 4, 5)).isEmpty();
    }
}
