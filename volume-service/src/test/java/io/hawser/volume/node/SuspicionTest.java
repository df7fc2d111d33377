package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.silence.Heard;
import io.hawser.volume.node.Speaker.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SuspicionTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = THEN.plusSeconds(60);

    @Test
    @DisplayName("A node that is heard, or was never heard of, is not suspect")
    void none() {
        assertThat(Suspicion.of(Speaker.NOBODY, Optional.empty(), NOW)).isEmpty();
    }

    @Test
    @DisplayName("A silent node is suspect, since when the broker, or else this service, had its last word")
    void silent() {
        Heard read = new Heard("n1", Optional.empty(), THEN, Duration.ofSeconds(10));
        Heard written = new Heard("n1", Optional.of(THEN.minusSeconds(5)), THEN, Duration.ofSeconds(10));

        assertThat(Suspicion.of(Speaker.NOBODY, Optional.of(read), NOW))
                .contains(new Suspicion(
                        "AgentSilent",
                        "its agent was last heard at 2026-01-01T00:00:00Z, and sends a heartbeat every 10 s. Its"
                                + " volumes stay where they are until it is heard, or fenced",
                        THEN));
        Suspicion earlier =
                Suspicion.of(Speaker.NOBODY, Optional.of(written), NOW).orElseThrow();
        assertThat(earlier.message()).contains("2025-12-31T23:59:55Z");
        assertThat(earlier.since()).isEqualTo(THEN.minusSeconds(5));
    }

    @Test
    @DisplayName("A cloned node is suspect, names both boots, and says what ends it, silent or not")
    void cloned() {
        Speaker cloned = new Speaker(
                "r1",
                "m1",
                List.of(new Boot("boot-a", 1, 3), new Boot("boot-b", 2, 4)),
                Place.PRESENT,
                Optional.empty(),
                true,
                Optional.empty(),
                Optional.empty());

        Suspicion suspicion = Suspicion.of(
                        cloned, Optional.of(new Heard("n1", Optional.empty(), THEN, Duration.ofSeconds(10))), NOW)
                .orElseThrow();

        assertThat(suspicion.reason()).isEqualTo("AgentCloned");
        assertThat(suspicion.since()).isEqualTo(NOW);
        assertThat(suspicion.message())
                .contains("root r1, machine m1 (boots boot-a, boot-b)")
                .contains("Shut down one machine, then remove the node and activate it again");
    }
}
