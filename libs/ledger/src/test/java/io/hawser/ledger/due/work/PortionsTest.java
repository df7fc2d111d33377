package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PortionsTest {
    private static final long HALF = Portions.BYTES / 2;

    @Test
    @DisplayName("A single key is worked on immediately, without a query for its size")
    void aSingleKey() {
        List<List<String>> worked = new ArrayList<>();
        Portions portions = new Portions(null, "", keys -> {
            worked.add(keys);
            return Uni.createFrom().voidItem();
        });

        portions.apply(List.of("a")).await().indefinitely();

        assertThat(worked).containsExactly(List.of("a"));
    }

    @Test
    void whatIsSmallStaysTogether() {
        assertThat(Portions.cut(List.of("b", "a", "gone"), Map.of("a", HALF, "b", HALF)))
                .containsExactly(List.of("b", "a", "gone"));
    }

    @Test
    @DisplayName("Keys whose rows are too large together go one portion after another, in order; none is left out")
    void whatIsLargeIsCut() {
        assertThat(Portions.cut(
                        List.of("a", "b", "huge", "c", "d"),
                        Map.of("a", HALF, "b", HALF + 1, "huge", 9 * HALF, "c", 1L, "d", 1L)))
                .containsExactly(List.of("a"), List.of("b"), List.of("huge"), List.of("c", "d"));
    }
}
