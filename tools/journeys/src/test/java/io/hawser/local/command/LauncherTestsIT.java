package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.local.command.Copy.Said;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./hawser test}, on containers or without. */
class LauncherTestsIT extends EmptyProject {
    @Test
    @DisplayName("test --containers without an engine says what to do in a sentence and ends with 2; nothing is built")
    void testsOnContainersNeedAnEngine() throws Exception {
        // Given
        String todo = "): start one, or set DOCKER_HOST to one that runs; ./hawser test needs no engine.\n";
        // Then
        assertThat(hawser(Map.of(), "test", "--containers"))
                .isEqualTo(new Said(
                        2, "", "hawser: no container engine answers (found no docker command on the PATH" + todo));
        // When
        script(path.resolve("docker"), "echo; echo Cannot connect. >&2; exit 1");
        // Then
        assertThat(hawser(Map.of(), "test", "--containers"))
                .isEqualTo(new Said(2, "", "hawser: no container engine answers (Cannot connect." + todo));
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("test --containers packages all, then plays integration tests with that property on docker's engine")
    void testsOnContainers() throws Exception {
        // Given
        script(path.resolve("docker"), "[[ $1 == version ]] && echo 29.1.0 || echo unix:///run/engine.sock");
        script(path.resolve("mvn"), "echo $DOCKER_HOST: $*");

        // When
        Said tested = hawser(Map.of(), "test", "--containers", "-Dmine");

        // Then
        assertThat(tested.exit()).as("%s", tested).isZero();
        assertThat(Files.readAllLines(project.resolve("target/hawser-test.log")))
                .satisfiesExactly(
                        packaging -> assertThat(packaging)
                                .startsWith("unix:///run/engine.sock: ")
                                .endsWith(" -Dmine -DskipUnits=true package"),
                        testing -> assertThat(testing)
                                .contains(" -Dmine ", " -Dhawser.test.containers=true ")
                                .endsWith(" verify"));
        assertThat(hawser(Map.of("DOCKER_HOST", "tcp://mine:2375"), "test", "--containers")
                        .exit())
                .isZero();
        assertThat(project.resolve("target/hawser-test.log")).content().startsWith("tcp://mine:2375: ");
    }

    @Test
    @DisplayName("test asks for no container engine")
    void testsAskForNoEngine() throws Exception {
        // Given
        script(path.resolve("docker"), "touch \"$HOME/asked\"");
        // Then
        assertThat(hawser(Map.of(), "test").exit()).isZero();
        assertThat(home.resolve("asked")).doesNotExist();
    }
}
