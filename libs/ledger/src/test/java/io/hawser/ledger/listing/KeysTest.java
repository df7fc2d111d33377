package io.hawser.ledger.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final long LARGE = Keys.BYTES / 2;

    @Test
    void onePageIsEverythingWhereThereIsNoMore() {
        assertThat(Keys.of(rows(1L, 1L), 2)).isEqualTo(new Keys(List.of("0", "1"), false));
        assertThat(Keys.of(rows(), 2)).isEqualTo(new Keys(List.of(), false));
    }

    @Test
    void theRowBehindTheLimitSaysThatMoreFollow() {
        assertThat(Keys.of(rows(1L, 1L, 1L), 2)).isEqualTo(new Keys(List.of("0", "1"), true));
    }

    @Test
    @DisplayName("A page ends with the row that makes it too large, and a row that is too large alone makes a page")
    void largeRowsMakeShortPages() {
        assertThat(Keys.of(rows(LARGE, LARGE, 1L), 1000)).isEqualTo(new Keys(List.of("0", "1"), true));
        assertThat(Keys.of(rows(LARGE, LARGE - 1, 1L, 1L), 1000)).isEqualTo(new Keys(List.of("0", "1", "2"), true));
        assertThat(Keys.of(rows(3 * LARGE, 1L), 1000)).isEqualTo(new Keys(List.of("0"), true));
        assertThat(Keys.of(rows(1L, 3 * LARGE), 1000)).isEqualTo(new Keys(List.of("0", "1"), false));
    }

    private static List<Object[]> rows(Long... bytes) {
        return IntStream.range(0, bytes.length)
                .mapToObj(i -> new Object[] {Integer.toString(i), bytes[i]})
                .toList();
    }
}
