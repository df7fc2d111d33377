package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.local.demo.DemoReport;
import io.hawser.local.demo.LeftOver;
import io.hawser.local.demo.StepResult;
import io.hawser.local.layout.LocalLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandIT {
    @TempDir
    private Path folder;

    private Programs programs;

    @BeforeEach
    void programs() {
        programs = new Programs(folder.resolve("home"), folder.resolve("said"));
    }

    @Test
    @DisplayName("a demo that finds another one on its folder ends with its reason as JSON")
    void aDemoOnAFolderInUseEndsWithItsReason() throws Exception {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home-demo"), "demo");
        int status;
        try (RunLock held = RunLock.tryTake(LocalRun.lockFile(layout)).orElseThrow()) {
            // When
            status = programs.run("demo", "--output", "json");
        }

        // Then
        assertThat(status).isEqualTo(1);
        assertThat(lastLine().path("ok").asBoolean(true)).isFalse();
        assertThat(lastLine().path("failure").asText()).contains("runs already");
    }

    @Test
    @DisplayName("a demo whose folder holds something else touches nothing, and ends with its reason as JSON")
    void aDemoOnAForeignFolderEndsWithItsReason() throws Exception {
        // Given
        Path precious = Files.createDirectory(folder.resolve("home-demo")).resolve("precious");
        Files.writeString(precious, "x");

        // When
        int status = programs.run("demo", "--output", "json");

        // Then
        assertThat(status).isEqualTo(1);
        assertThat(lastLine().path("ok").asBoolean(true)).isFalse();
        assertThat(lastLine().path("failure").asText()).contains("HAWSER_HOME");
        assertThat(precious).hasContent("x");
    }

    @Test
    @DisplayName("a demo whose folder is the data folder of up touches nothing, and ends with its reason as JSON")
    void aDemoOnTheFolderOfUpEndsWithItsReason() throws Exception {
        // Given
        Path data = Files.createDirectories(
                LocalLayout.at(folder.resolve("home-demo")).home().resolve("postgres"));

        // When
        int status = programs.run("demo", "--output", "json");

        // Then
        assertThat(status).isEqualTo(1);
        assertThat(lastLine().path("failure").asText()).contains("is a data folder that `up` made");
        assertThat(data).exists();
    }

    @Test
    @DisplayName("nobody else can take the demo's folder while an earlier one's remains, or its own, are deleted")
    void nobodyTakesAFolderThatIsBeingDeleted() throws Exception {
        // Given
        Path demo = folder.resolve("home-demo");
        Path lock = LocalRun.lockFile(LocalLayout.at(demo, "demo"));
        List<String> asked = new ArrayList<>();
        var held = new DemoFolder(demo, Programs.PROJECT, line -> {}, run -> {
            asked.add(RunLockIT.asked(lock));
            run.delete();
        });

        // When
        held.onEmpty(run -> {
            asked.add("plays");
            return new DemoReport(List.of(new StepResult("plays", 0, true, "")), new LeftOver(0, 0, 0, 0, 0), 0);
        });

        // Then
        String ours = "held by " + ProcessHandle.current().pid();
        assertThat(asked).containsExactly(ours, "plays", ours);
        assertThat(demo).doesNotExist();
    }

    @Test
    @DisplayName("a wrong argument ends with its reason as JSON, too")
    void aWrongArgumentEndsWithItsReason() throws Exception {
        assertThat(programs.run("demo", "--output", "json", "--chaos", "flood")).isEqualTo(2);
        assertThat(lastLine().path("ok").asBoolean(true)).isFalse();
        assertThat(lastLine().path("failure").asText()).contains("'flood' is none of kill");
    }

    private JsonNode lastLine() throws IOException {
        assertThat(programs.said()).isNotEmpty();
        return new ObjectMapper().readTree(programs.said().getLast());
    }
}
