package io.hawser.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The quick selection on real services, in a process of its own; an ordinary user's gets a namespace where it may
 * mount.
 */
class ConformanceIT {
    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path HOME = Path.of("target/hawser").toAbsolutePath();
    /** Several times what it takes; without a bound one that stands still would take the whole build with it. */
    private static final int AT_MOST_MINUTES = 15;

    private static final Path OUTPUT = Path.of("target/conformance.log").toAbsolutePath();

    @Test
    @DisplayName("Hawser keeps every rule of CSI and every invariant, under faults")
    void hawserKeepsEveryRuleAndEveryInvariant() throws Exception {
        // When
        int status = conformance("--quick", "--output", "json");

        // Then
        List<String> lines = Files.readAllLines(OUTPUT);
        JsonObject json = JsonParser.parseString(lines.getLast()).getAsJsonObject();
        // In one line: of a build that runs elsewhere there may be no more to see than this.
        assertThat(json.getAsJsonArray("violations").isEmpty())
                .as("no violation, but %s; see %s", told(json), OUTPUT)
                .isTrue();
        assertThat(status).as("see %s", OUTPUT).isZero();
    }

    private static String told(JsonObject json) {
        return json.getAsJsonArray("violations").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(each -> text(each, "rule") + " in " + text(each, "run") + ": " + text(each, "detail"))
                .collect(Collectors.joining("; "))
                .replace('\n', ' ');
    }

    private static String text(JsonObject json, String name) {
        return json.get(name).getAsString();
    }

    private static int conformance(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (!"root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "--user", "--map-root-user", "--mount", "--"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx768m",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-Dhawser.project=" + PROJECT,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(OUTPUT.toFile());
        builder.environment().put("HAWSER_HOME", HOME.toString());
        Process process = builder.start();
        // Its own children end with it.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        boolean ended = process.waitFor(AT_MOST_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroy();
        }
        assertThat(ended)
                .as("it ended within %d minutes, see %s", AT_MOST_MINUTES, OUTPUT)
                .isTrue();
        return process.exitValue();
    }
}
