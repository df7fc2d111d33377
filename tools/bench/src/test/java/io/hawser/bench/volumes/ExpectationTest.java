package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private final Expectation expectation = new Expectation(Outcome.CREATED, List.of("a", "b"));

    @Test
    void allMustReachItAndOthersDoNotCount() {
        // Given
        long began = System.nanoTime();
        expectation.reached("a");
        expectation.reached("a");
        expectation.reached("other");
        expectation.reached("b");

        // When
        long last = expectation.await(Duration.ofSeconds(20), Optional::empty, count -> {});

        // Then
        assertThat(last - began).isNotNegative();
    }

    @Test
    void whenTheTimeIsOverItSaysWhoIsMissing() {
        // Given
        expectation.reached("b");

        // Then
        assertThatThrownBy(() -> expectation.await(Duration.ofMillis(1), Optional::empty, count -> {}))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("1 of 2")
                .hasMessageContaining("CREATED")
                .hasMessageContaining("a is not");
    }

    @Test
    void troubleEndsTheWait() {
        // Then
        assertThatThrownBy(() ->
                        expectation.await(Duration.ofSeconds(20), () -> Optional.of("the broker is gone"), count -> {}))
                .isInstanceOf(BenchFailedException.class)
                .hasMessage("the broker is gone");
    }
}
