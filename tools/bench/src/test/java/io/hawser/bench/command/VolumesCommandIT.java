package io.hawser.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hawser.bench.Main;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole bench, small. */
class VolumesCommandIT {
    private static final String[] CALLING = {"create", "publish", "unpublish", "delete"};
    private static final String[] ALL = {"create", "publish", "mounted", "released", "unpublish", "delete"};

    private final Path folder = ScratchFolder.create("bench");
    private final Path said = folder.resolve("said");
    private final Path progress = folder.resolve("progress");

    @Test
    @DisplayName("bench volumes measures every phase, judges, ends with the agreed line of JSON, and leaves no folder")
    void measuresEveryPhase() throws Exception {
        // When
        int exit = bench("volumes", "--count", "5", "--plugin-latency", "1", "--rounds", "2", "--output", "json");

        // Then
        assertThat(exit).as(ChildProcess.tail(progress)).isZero();
        JsonObject report =
                JsonParser.parseString(Files.readAllLines(said).getLast()).getAsJsonObject();
        assertThat(report.keySet())
                .containsExactly(
                        "scenario",
                        "count",
                        "pluginLatencyMs",
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
        assertThat(folder.resolve("home-bench")).doesNotExist();
    }

    @Test
    @DisplayName("An option out of its range is refused before anything starts, and the sentence names the range")
    void refusesWhatIsOutOfRange() throws Exception {
        // When
        int exit = bench("volumes", "--rounds", "0");

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(progress).content().contains("--rounds must be from 1 to 99, not 0");
        assertThat(folder.resolve("home-bench")).doesNotExist();
    }

    private static void assertCosts(JsonObject report) {
        JsonObject cpu = report.getAsJsonObject("cpuMsPerOperation");
        assertThat(cpu.keySet()).containsExactly(ALL);
        assertThat(cpu.getAsJsonObject("create").keySet())
                .containsExactly("volume-service", "database", "broker", "plugin", "client", "others");
        for (String figures : List.of("statementsPerOperation", "transactionsPerOperation")) {
            assertThat(report.getAsJsonObject(figures).keySet()).containsExactly(ALL);
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

    private int bench(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(
                256,
                List.of(
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dhawser.project=" + Path.of("../..").toAbsolutePath().normalize()),
                System.getProperty("java.class.path"),
                Main.class.getName(),
                List.of(arguments)));
        builder.redirectOutput(said.toFile()).redirectError(progress.toFile());
        builder.environment().put("HAWSER_HOME", folder.resolve("home").toString());
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }
}
