package io.hawser.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.embedded.process.ChildProcess;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole bench, small. */
class VolumesCommandIT {
    private static final String[] CALLING = {"create", "publish", "unpublish", "delete"};
    private static final String[] ALL = {"create", "publish", "mounted", "released", "unpublish", "delete"};
    private static final String[] COSTS =
            Stream.concat(Stream.of(ALL), Stream.of("paced")).toArray(String[]::new);

    private final BenchRun bench = new BenchRun();

    @Test
    @DisplayName("bench volumes measures every phase, judges, ends with the agreed line of JSON, and leaves no folder")
    void measuresEveryPhase() throws Exception {
        // When
        int exit = bench.of("volumes", "--count", "5", "--plugin-latency", "1", "--rounds", "2", "--output", "json");

        // Then
        assertThat(exit).as(ChildProcess.tail(bench.progress)).isZero();
        JsonObject report =
                JsonParser.parseString(Files.readAllLines(bench.said).getLast()).getAsJsonObject();
        assertThat(report.keySet())
                .containsExactly(
                        "scenario",
                        "count",
                        "pluginLatencyMs",
                        "calls",
                        "rounds",
                        "perSecond",
                        "mountedPerSecond",
                        "taskEndToReleasedPerSecond",
                        "oneWorkerPerSecond",
                        "durableWorkerPerSecond",
                        "ratio",
                        "ratioToDurable",
                        "commitMs",
                        "commandToCallMs",
                        "cpuMsPerOperation",
                        "statementsPerOperation",
                        "transactionsPerOperation",
                        "baselineCount",
                        "coldCount",
                        "coldPerSecond",
                        "judged");
        assertThat(report.get("scenario").getAsString()).isEqualTo("volumes");
        assertThat(report.get("count").getAsInt()).isEqualTo(5);
        assertThat(report.get("pluginLatencyMs").getAsInt()).isEqualTo(1);
        assertThat(report.get("rounds").getAsInt()).isEqualTo(2);
        assertThat(List.of(
                        "perSecond",
                        "oneWorkerPerSecond",
                        "durableWorkerPerSecond",
                        "ratio",
                        "ratioToDurable",
                        "coldPerSecond"))
                .allSatisfy(key -> assertNumbers(report.getAsJsonObject(key), CALLING));
        assertNumbers(report.getAsJsonObject("commandToCallMs"), "p50", "p99");
        assertCosts(report);
        JsonObject judged = report.getAsJsonObject("judged");
        assertThat(judged.get("count").getAsInt()).isEqualTo(5);
        assertThat(judged.get("rulesExercised").getAsInt()).isPositive();
        assertThat(bench.data()).doesNotExist();
    }

    @Test
    @DisplayName("An option out of its range is refused before anything starts, and the sentence names the range")
    void refusesWhatIsOutOfRange() throws Exception {
        // When
        int exit = bench.of("volumes", "--rounds", "0");

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(bench.progress).content().contains("--rounds must be from 1 to 99, not 0");
        assertThat(bench.data()).doesNotExist();
    }

    private static void assertCosts(JsonObject report) {
        JsonObject cpu = report.getAsJsonObject("cpuMsPerOperation");
        assertThat(cpu.keySet()).containsExactly(COSTS);
        assertThat(cpu.getAsJsonObject("create").keySet())
                .containsExactly("volume-service", "database", "broker", "plugin", "client", "others");
        for (String figures : List.of("statementsPerOperation", "transactionsPerOperation")) {
            assertThat(report.getAsJsonObject(figures).keySet()).containsExactly(COSTS);
            assertThat(report.getAsJsonObject(figures).asMap().values())
                    .allSatisfy(phase -> assertNumbers(phase.getAsJsonObject(), "decisions", "relay", "due"))
                    .allSatisfy(phase -> assertThat(
                                    phase.getAsJsonObject().get("decisions").getAsDouble())
                            .isPositive());
        }
    }

    private static void assertNumbers(JsonObject figures, String... keys) {
        assertThat(figures.keySet()).containsExactly(keys);
        assertThat(figures.asMap().values())
                .allSatisfy(figure ->
                        assertThat(figure.getAsJsonPrimitive().isNumber()).isTrue());
    }
}
