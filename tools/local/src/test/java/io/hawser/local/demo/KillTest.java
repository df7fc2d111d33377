package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KillTest {
    private static final List<String> PROCESSES = List.of("a", "b", "c", "d", "e");

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 42, -7, Long.MAX_VALUE})
    void everyProcessDiesWithinThePlay(long seed) {
        // When
        List<Kill> kills = Kill.draw(seed, PROCESSES, 16);

        // Then
        assertThat(kills).extracting(Kill::process).containsExactlyElementsOf(PROCESSES);
        assertThat(kills).allSatisfy(kill -> assertThat(kill.step()).isBetween(0, 15));
    }

    @Test
    void aSeedDrawsTheSameAgain() {
        assertThat(Kill.draw(7, PROCESSES, 16)).isEqualTo(Kill.draw(7, PROCESSES, 16));
    }

    @Test
    void seedsReachEveryStep() {
        var steps = IntStream.range(0, 100)
                .boxed()
                .flatMap(seed -> Kill.draw(seed, PROCESSES, 16).stream())
                .map(Kill::step)
                .collect(Collectors.toSet());

        assertThat(steps).hasSize(16);
    }

    @Test
    void delaysFallIntoShortStepsAndIntoLongOnes() {
        var delays = IntStream.range(0, 100)
                .boxed()
                .flatMap(seed -> Kill.draw(seed, PROCESSES, 16).stream())
                .map(kill -> kill.delay().toMillis())
                .toList();

        assertThat(delays).allSatisfy(millis -> assertThat(millis).isBetween(10L, 1_500L));
        assertThat(delays).filteredOn(millis -> millis < 100).hasSizeGreaterThan(150);
        assertThat(delays).filteredOn(millis -> millis > 400).hasSizeGreaterThan(50);
    }
}
