package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.bus.service.HawserService;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.service.LocalServices;
import io.hawser.mounts.MountTable;
import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole demo as a newcomer plays it, with the kills: without them it is the same play, in the same order. */
class DemoIT {
    /** In their own words, not the play's: a step that is left out is missed. */
    private static final List<String> NAMES = List.of(
            "everything runs",
            "nodes appear",
            "plugin fingerprinted on both nodes",
            "service and network known",
            "volume created",
            "first task on node 1 has it mounted and writes a file",
            "what must be gone at the end is seen while it is there",
            "second task on node 1 shares it and reads the file",
            "third task on node 2 shows why it waits",
            "service and network marked for deletion while tasks live",
            "tasks on node 1 end",
            "unmounted, unstaged and detached on node 1",
            "third task gets it by itself and reads the same file",
            "service and network still there: a task lives",
            "third task ends",
            "service and network deallocated after the last task",
            "volume removed",
            "records of the tasks deleted",
            "everything runs still, or again",
            "nothing is left");

    private final Path folder = ScratchFolder.create("demo");
    private final Path demoFolder = folder.resolve("home-demo");
    private final Programs programs = new Programs(folder.resolve("home"), folder.resolve("said"));

    /** What a demo that failed left. */
    @AfterEach
    void nothingStays() throws Exception {
        if (Files.exists(demoFolder)) {
            new Programs(demoFolder, folder.resolve("purged")).run("down", "--purge");
        }
    }

    @Test
    @DisplayName("the demo plays a volume's whole life while every service and every agent is killed once, "
            + "and nothing is left")
    void theWholeLifeWithKills() throws Exception {
        // When
        JsonNode report = played("demo", "--output", "json", "--chaos", "kill", "--seed", "7");

        // Then
        assertPlayedAndNothingLeft(report);
        String[] mortals = Stream.concat(
                        HawserService.namesWithDatabase().stream(),
                        LocalLayout.nodeNames().stream().map(LocalServices::agentName))
                .toArray(String[]::new);
        assertThat(step(report, "everything runs still, or again")
                        .path("detail")
                        .asText())
                .startsWith(Copy.PROCESSES + " processes; killed and started again: ")
                .contains(mortals);
    }

    private JsonNode played(String... command) throws Exception {
        int exit = programs.start(command).waitFor();
        assertThat(exit).as("%s", programs.said()).isZero();
        return new ObjectMapper().readTree(programs.said().getLast());
    }

    private void assertPlayedAndNothingLeft(JsonNode report) throws Exception {
        assertThat(report.path("ok").isBoolean()).isTrue();
        assertThat(report.path("ok").asBoolean()).isTrue();
        assertThat(report.path("steps"))
                .extracting(step -> step.path("name").asText())
                .containsExactlyElementsOf(NAMES);
        assertThat(report.path("steps"))
                .allSatisfy(step -> assertThat(step.path("ok").asBoolean()).isTrue());
        assertThat(report.path("leftOver").properties())
                .extracting(Map.Entry::getKey, count -> count.getValue().toString())
                .containsExactly(
                        tuple("mounts", "0"),
                        tuple("stagingDirs", "0"),
                        tuple("pluginVolumes", "0"),
                        tuple("rows", "0"),
                        tuple("processes", "0"));
        assertThat(report.path("totalMs").isIntegralNumber()).isTrue();
        assertThat(demoFolder).doesNotExist();
        assertThat(MountTable.read().pointsBelow(folder)).isEmpty();
    }

    private static JsonNode step(JsonNode report, String name) {
        for (JsonNode step : report.path("steps")) {
            if (step.path("name").asText().equals(name)) {
                return step;
            }
        }
        throw new AssertionError("no step is called " + name + ": " + report);
    }
}
