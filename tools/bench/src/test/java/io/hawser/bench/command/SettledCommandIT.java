package io.hawser.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.embedded.process.ChildProcess;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole bench, with fewer volumes. */
class SettledCommandIT {
    private final BenchRun bench = new BenchRun();

    @Test
    @DisplayName("bench settled makes the rows, lets a sweep pass, finds no call and no row for a settled volume, and"
            + " ends with the agreed line of JSON")
    void measures() throws Exception {
        // When
        int exit = bench.of("settled", "--volumes", "2000", "--count", "2", "--output", "json");

        // Then
        assertThat(exit).as(ChildProcess.tail(bench.progress)).isZero();
        assertThat(bench.progress).content().contains("1400 rows of volume", "600 rows of claim", "a sweep passed");
        JsonObject report =
                JsonParser.parseString(Files.readAllLines(bench.said).getLast()).getAsJsonObject();
        assertThat(report.keySet())
                .containsExactly(
                        "scenario",
                        "volumes",
                        "ratioToEmpty",
                        "lookMs",
                        "readyAfterRestartMs",
                        "residentMiB",
                        "callsForSettled");
        assertThat(report.get("volumes").getAsInt()).isEqualTo(2000);
        assertThat(report.get("callsForSettled").getAsInt()).isZero();
        assertThat(bench.data()).doesNotExist();
    }
}
