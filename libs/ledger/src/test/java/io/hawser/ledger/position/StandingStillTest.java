package io.hawser.ledger.position;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StandingStillTest {
    private static final LogPartition PARTITION = new LogPartition("id", "hawser.tasks", 3);
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final StandingStill standing = new StandingStill(AT_MOST);

    @Test
    @DisplayName("A cursor that stands before records for longer than it may is named with its partition")
    void stands() {
        assertThat(look(5, 9, 0)).isEmpty();
        assertThat(look(5, 9, 30)).isEmpty();
        assertThat(look(5, 12, 31)).singleElement().asString().contains("hawser.tasks-3 has been at 5 for 31 s");
    }

    @Test
    @DisplayName("A cursor that moves, however slowly, does not stand")
    void moves() {
        assertThat(look(5, 9, 0)).isEmpty();
        assertThat(look(6, 9, 29)).isEmpty();
        assertThat(look(6, 9, 58)).isEmpty();
    }

    @Test
    @DisplayName("A cursor at the end waits for nothing, and begins to stand when something comes")
    void atTheEnd() {
        assertThat(look(9, 9, 0)).isEmpty();
        assertThat(look(9, 9, 100)).isEmpty();
        assertThat(look(9, 10, 131)).isEmpty();
        assertThat(look(9, 10, 162)).hasSize(1);
        assertThat(look(10, 10, 163)).isEmpty();
        assertThat(look(10, 11, 164)).isEmpty();
    }

    @Test
    @DisplayName("A partition that was away for a while begins anew")
    void away() {
        assertThat(look(5, 9, 0)).isEmpty();
        assertThat(standing.look(List.of(), Duration.ofSeconds(20))).isEmpty();
        assertThat(look(5, 9, 40)).isEmpty();
    }

    @Test
    @DisplayName("A cursor outside the log is named at once")
    void outside() {
        assertThat(look(11, 9, 0)).singleElement().asString().contains("beyond the log's end 9");
    }

    private List<String> look(long next, long end, int seconds) {
        return standing.look(
                List.of(new StandingStill.Reading(PARTITION, next, new LogBounds(0, end))),
                Duration.ofSeconds(seconds));
    }
}
