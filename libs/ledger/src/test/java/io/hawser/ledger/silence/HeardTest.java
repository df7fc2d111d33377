package io.hawser.ledger.silence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeardTest {
    private static final Instant READ = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant WRITTEN = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 2147483647, PT5M",
        "-9223372036854775808, -2147483648, PT1S",
        "301, 0, PT5M",
        "2, 500000000, PT2.5S"
    })
    @DisplayName("An interval of any numbers is one between a second and five minutes")
    void anyInterval(long seconds, int nanos, Duration expected) {
        Duration interval = Heard.interval(
                true,
                com.google.protobuf.Duration.newBuilder()
                        .setSeconds(seconds)
                        .setNanos(nanos)
                        .build());

        assertThat(new Heard("n1", Optional.empty(), Instant.EPOCH, interval).interval())
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("Three intervals since the last word was read are silence, and not a moment less")
    void byOurs() {
        Heard heard = new Heard("n1", Optional.empty(), READ, INTERVAL);

        assertThat(heard.silent(Optional.empty(), READ.plusSeconds(30))).isFalse();
        assertThat(heard.silent(Optional.empty(), READ.plusSeconds(30).plusNanos(1)))
                .isTrue();
        assertThat(heard.silent(Optional.of(WRITTEN), READ)).isFalse();
    }

    @Test
    @DisplayName("What was read a moment ago is silence all the same where others were written three "
            + "intervals later; the clocks may differ by years")
    void byBrokers() {
        Heard heard = new Heard("n1", Optional.of(WRITTEN), READ, INTERVAL);

        assertThat(heard.silent(Optional.of(WRITTEN.plusSeconds(30)), READ)).isFalse();
        assertThat(heard.silent(Optional.of(WRITTEN.plusSeconds(30).plusNanos(1)), READ))
                .isTrue();
        assertThat(heard.silent(Optional.empty(), READ)).isFalse();
    }

    @Test
    @DisplayName("An interval that nobody can mean is held within a second and five minutes")
    void interval() {
        assertThat(new Heard("n", Optional.empty(), READ, Duration.ZERO).patience())
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(new Heard("n", Optional.empty(), READ, Duration.ofSeconds(-9)).interval())
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(new Heard("n", Optional.empty(), READ, Duration.ofDays(9)).interval())
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(new Heard("n", Optional.empty(), READ, INTERVAL).interval()).isEqualTo(INTERVAL);
    }
}
