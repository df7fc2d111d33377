package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallTimesTest {

    @Test
    void theFirstCreateVolumeOfEachNameCounts() {
        // Given
        List<String> log = List.of(
                "{\"type\":\"plugin\",\"what\":\"started\",\"wall\":\"2026-01-01T00:00:00Z\"}",
                call(1, "CreateVolume", "hawser-a", "2026-01-01T00:00:01.5Z"),
                "{\"type\":\"answer\",\"call\":1,\"code\":\"OK\",\"wall\":\"2026-01-01T00:00:02Z\"}",
                call(2, "CreateVolume", "hawser-a", "2026-01-01T00:00:03Z"),
                call(3, "Probe", "hawser-c", "2026-01-01T00:00:04Z"),
                call(4, "CreateVolume", "hawser-b", "2026-01-01T00:00:05Z"));

        // When
        Map<String, Instant> times = CallTimes.ofCreations(log);

        // Then
        assertThat(times)
                .containsOnly(
                        Map.entry("hawser-a", Instant.parse("2026-01-01T00:00:01.5Z")),
                        Map.entry("hawser-b", Instant.parse("2026-01-01T00:00:05Z")));
    }

    private static String call(int number, String rpc, String name, String wall) {
        return "{\"type\":\"call\",\"call\":%d,\"rpc\":\"%s\",\"request\":{\"name\":\"%s\"},\"wall\":\"%s\"}"
                .formatted(number, rpc, name, wall);
    }
}
