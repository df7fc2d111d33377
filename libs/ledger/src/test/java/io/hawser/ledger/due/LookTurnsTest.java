package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LookTurnsTest {
    private final LookTurns turns = new LookTurns(2);

    @Test
    @DisplayName("A look that comes during another one follows it, once")
    void oneLookAtATime() {
        // Given
        assertThat(turns.begin()).isTrue();

        // When
        boolean second = turns.begin();

        // Then
        assertThat(second).isFalse();
        assertThat(turns.looked(false)).isTrue();
        assertThat(turns.begin()).isTrue();
        assertThat(turns.looked(false)).isFalse();
    }

    @Test
    @DisplayName("While the most batches run, a look waits for the end of one")
    void aLookWaitsForABatch() {
        // Given
        turns.begin();
        turns.begun(2);
        assertThat(turns.looked(false)).isFalse();

        // When
        boolean look = turns.begin();

        // Then
        assertThat(look).isFalse();
        assertThat(turns.free()).isZero();
        assertThat(turns.ended()).isTrue();
        assertThat(turns.begin()).isTrue();
        assertThat(turns.ended()).isFalse();
    }

    @Test
    @DisplayName("The rest of a full query is looked for now, or if the most batches run, after the end of one")
    void theRestOfAFullQuery() {
        // Given
        turns.begin();
        turns.begun(1);

        // Then
        assertThat(turns.looked(true)).isTrue();

        // When
        turns.begin();
        turns.begun(1);

        // Then
        assertThat(turns.looked(true)).isFalse();
        assertThat(turns.ended()).isTrue();
    }
}
