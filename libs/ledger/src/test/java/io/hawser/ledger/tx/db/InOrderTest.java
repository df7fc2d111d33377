package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InOrderTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<Integer> done = new ArrayList<>();

    @Test
    @DisplayName("However many records one poll brings, working on them takes no more stack than a few do")
    void anyNumberIsDoneInOrder() {
        // Given
        List<Integer> items = IntStream.range(0, 50_000).boxed().toList();

        // When
        InOrder.each(items, this::note).await().atMost(LONG);

        // Then
        assertThat(done).isEqualTo(items);
    }

    @Test
    void theFirstFailureEndsIt() {
        // Given
        Uni<Void> all = InOrder.each(
                List.of(1, 2, 3),
                item -> item == 2 ? Uni.createFrom().failure(new IllegalStateException("two")) : note(item));

        // When
        assertThatThrownBy(() -> all.await().atMost(LONG)).hasMessage("two");

        // Then
        assertThat(done).containsExactly(1);
    }

    private Uni<Void> note(int item) {
        return Uni.createFrom().voidItem().invoke(() -> done.add(item));
    }
}
