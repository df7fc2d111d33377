package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.local.process.NotReadyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private final List<String> started = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private long nanoTime;
    private final Restarts restarts = new Restarts(this::start, said::add, () -> nanoTime);

    private void start(String name) {
        started.add(name);
        if (failures.containsKey(name)) {
            throw failures.get(name);
        }
    }

    @Test
    @DisplayName("A process that does not start stops nothing else, and is tried again after ten seconds")
    void afterAPause() {
        // Given
        failures.put("agent", new IllegalStateException("agent ended with code 1 before it was ready"));
        // When
        restarts.of(List.of("agent", "broker"));
        nanoTime = Restarts.PAUSE.toNanos() - 1;
        restarts.of(List.of("agent"));
        // Then
        assertThat(started).containsExactly("agent", "broker");
        assertThat(said)
                .containsExactly("agent does not start, and is tried again in 10 s: "
                        + "agent ended with code 1 before it was ready");
        // When
        failures.clear();
        nanoTime++;
        restarts.of(List.of("agent"));
        nanoTime++;
        restarts.of(List.of("agent"));
        // Then
        assertThat(started).containsExactly("agent", "broker", "agent", "agent");
        assertThat(said).hasSize(1);
    }

    @Test
    @DisplayName("Of a process that is started again and waits for a person, what it waits for is said, and no failure")
    void oneThatWaits() {
        // Given
        failures.put("service", new NotReadyException("service runs and is not ready after 30 s: a topic"));
        // When
        restarts.of(List.of("service", "agent"));
        // Then
        assertThat(started).containsExactly("service", "agent");
        assertThat(said).containsExactly("service runs and is not ready after 30 s: a topic");
    }

    @Test
    @DisplayName("A full disk is such a failure, too")
    void aFullDisk() {
        // Given
        failures.put("agent", new UncheckedIOException("cannot write agent.pid", new IOException("No space left")));
        // When
        restarts.of(List.of("agent"));
        // Then
        assertThat(said)
                .containsExactly(
                        "agent does not start, and is tried again in 10 s: cannot write agent.pid: No space left");
    }
}
