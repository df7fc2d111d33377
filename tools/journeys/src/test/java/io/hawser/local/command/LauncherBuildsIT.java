package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.local.command.Copy.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When {@code ./hawser} builds, and what runs when it does not. */
class LauncherBuildsIT extends EmptyProject {
    @Test
    @DisplayName("a build that fails shows the end of its log, and is tried again next time")
    void aFailedBuildShowsItsLog() throws Exception {
        // Given
        script(path.resolve("mvn"), "echo the reason; exit 1");

        // When
        Said first = hawser(Map.of(), "build");
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).allSatisfy(said -> {
            assertThat(said.exit()).isEqualTo(70);
            assertThat(said.err()).contains("the reason").contains("hawser: the build failed; the whole log is");
        });
    }

    @Test
    @DisplayName("what is newer than its sources is not built again; a source that was saved since is")
    void whatIsUpToDateIsNotBuiltAgain() throws Exception {
        // Given
        Path source = built();

        // When
        Said first = hawser(Map.of(), "build");
        boolean builtAtOnce = Files.exists(home.resolve("built-with"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).extracting(Said::exit).containsOnly(0);
        assertThat(builtAtOnce).isFalse();
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName("a change in a test alone is no reason to build; the samples of proto are packed, and are one")
    void testsAreNotBuilt() throws Exception {
        // Given
        built();
        Files.createFile(Files.createDirectories(project.resolve("tools/local/src/test/java"))
                .resolve("SourceTest.java"));

        // When
        Said first = hawser(Map.of(), "build");
        boolean builtForATest = Files.exists(home.resolve("built-with"));
        Files.createFile(Files.createDirectories(project.resolve("proto/src/test/samples"))
                .resolve("volume.json"));
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).extracting(Said::exit).containsOnly(0);
        assertThat(builtForATest).isFalse();
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName("down builds what it needs where nothing is built")
    void downBuildsWhereNothingIsBuilt() throws Exception {
        // When
        Said down = hawser(Map.of("JAVA_HOME", jdk.toString()), "down");

        // Then
        assertThat(down.out()).endsWith(" io.hawser.local.Main down\n");
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName("what is built says what is wrong with a line, before what has changed since is built")
    void aWrongLineIsNamedBeforeABuild() throws Exception {
        // Given
        Files.setLastModifiedTime(built("local", "cli", "bench", "conformance"), FileTime.from(Instant.now()));
        script(jdk.resolve("bin/java"), "[[ $* != *.Check* ]] || { echo \"hawser: wrong: $*\" >&2; exit 2; }");

        for (String command : List.of("up", "demo", "bench", "conformance")) {
            // When
            Said said = hawser(Map.of("JAVA_HOME", jdk.toString()), command, "--nope");

            // Then
            assertThat(said.exit()).as("%s", said).isEqualTo(2);
            String module = command.matches("up|demo") ? "local" : command;
            assertThat(said.err())
                    .contains("./hawser build")
                    .contains(" io.hawser." + module + ".Check ")
                    .endsWith(" --nope\n");
            assertThat(Programs.PROJECT.resolve(
                            "tools/" + module + "/src/main/java/io/hawser/" + module + "/Check.java"))
                    .exists();
        }
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("what is too old to check a line does not keep it from being built and run")
    void whatCannotCheckIsBuilt() throws Exception {
        // Given
        Files.setLastModifiedTime(built(), FileTime.from(Instant.now()));
        script(jdk.resolve("bin/java"), "[[ $* != *.Check* ]] || { echo no such class >&2; exit 1; }; echo \"$*\"");

        // When
        Said up = hawser(Map.of("JAVA_HOME", jdk.toString()), "up", "--detach");

        // Then
        assertThat(up.out()).endsWith(" io.hawser.local.Main up --detach\n");
        assertThat(up.err()).doesNotContain("no such class");
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName(
            "down and the commands run what is built, and say so, when the sources have changed and do not compile")
    void whatIsBuiltRunsOverABrokenSource() throws Exception {
        // Given
        Path source = built();
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        script(path.resolve("mvn"), "touch \"$HOME/built-with\"; exit 1");

        // When
        Said down = hawser(Map.of("JAVA_HOME", jdk.toString()), "down");
        Said status = hawser(Map.of("JAVA_HOME", jdk.toString()), "status");
        Said up = hawser(Map.of("JAVA_HOME", jdk.toString()), "up");

        // Then
        assertThat(List.of(down, status)).allSatisfy(said -> {
            assertThat(said.exit()).as("%s", said).isZero();
            assertThat(said.err()).contains("./hawser build").doesNotContain("Building");
        });
        assertThat(down.out()).endsWith(" io.hawser.local.Main down\n");
        assertThat(status.out()).endsWith(" io.hawser.cli.Main status\n");
        assertThat(up.exit()).isEqualTo(70);
        assertThat(up.err()).contains("the build failed");
    }
}
