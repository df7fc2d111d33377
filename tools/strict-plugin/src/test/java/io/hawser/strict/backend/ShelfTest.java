package io.hawser.strict.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShelfTest {

    private final Shelf<Integer> shelf = new Shelf<>();

    @Test
    void listsInTheOrderInWhichThingsCameFromAnyOfThemOn() {
        // Given
        shelf.put("c", 1);
        shelf.put("a", 2);
        shelf.put("b", 3);
        shelf.put("c", 4);

        // When
        shelf.remove("a");
        shelf.put("a", 5);

        // Then
        assertThat(shelf.all()).containsExactly(4, 3, 5);
        assertThat(shelf.after("c")).containsExactly(3, 5);
        assertThat(shelf.after("a")).isEmpty();
        assertThat(shelf.get("b")).contains(3);
    }

    @Test
    void isEmptyOnceItWasCleared() {
        // Given
        shelf.put("a", 1);

        // When
        shelf.clear();

        // Then
        assertThat(shelf.all()).isEmpty();
        assertThat(shelf.get("a")).isEmpty();
    }
}
