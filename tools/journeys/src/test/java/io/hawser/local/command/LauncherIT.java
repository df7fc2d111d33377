package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.command.HawserCli;
import io.hawser.local.command.Copy.Said;
import io.hawser.strict.command.StrictPluginMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be typed after {@code ./hawser}. */
class LauncherIT extends EmptyProject {
    @Test
    @DisplayName("help names every command there is")
    void helpNamesEveryCommand() throws Exception {
        // When
        Said help = hawser(Map.of(), "help");

        // Then
        assertThat(help.exit()).isZero();
        List<String> commands =
                new ArrayList<>(HawserCli.commandLine(Map.of()).getSubcommands().keySet());
        commands.addAll(LocalCommand.commandLine().getSubcommands().keySet());
        commands.addAll(List.of("build", "test", "bench", "conformance", "strict-plugin"));
        assertThat(commands).contains("demo", "up", "volume").allSatisfy(command -> assertThat(help.out())
                .containsPattern("(?m)^  (\\w+, )?" + command + "\\b"));
    }

    @Test
    @DisplayName("a command that does not exist is named, and nothing is built for it")
    void anUnknownCommandIsNamed() throws Exception {
        assertThat(hawser(Map.of(), "frobnicate"))
                .isEqualTo(new Said(2, "", "hawser: no command is called 'frobnicate'; ./hawser help lists them.\n"));
        assertThat(hawser(Map.of(), "volumes").err()).contains("did you mean ./hawser volume?");
        assertThat(hawser(Map.of(), "stauts").err()).contains("did you mean ./hawser status?");
        assertThat(hawser(Map.of(), "dwon").err()).doesNotContain("did you mean");
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("version prints for people or machines, and takes nothing else")
    void version() throws Exception {
        assertThat(hawser(Map.of(), "version")).isEqualTo(new Said(0, "hawser 0.1.0-SNAPSHOT\n", ""));
        assertThat(hawser(Map.of(), "version", "-o", "json")
                        .json()
                        .path("version")
                        .asText())
                .isEqualTo("0.1.0-SNAPSHOT");
        Said wrong = hawser(Map.of(), "version", "--foo");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("--output table|json, not '--foo'");
    }

    @Test
    @DisplayName("build takes no arguments: what a typing error names is not ignored")
    void build() throws Exception {
        Said wrong = hawser(Map.of(), "build", "volume-service");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("build takes no arguments, not 'volume-service'");
    }

    @Test
    @DisplayName("--help and help COMMAND say how a command is typed, with exit 0, and nothing is built or done for it")
    void helpDoesNothingElse() throws Exception {
        for (String command : List.of("up", "down", "demo", "bench", "test", "build", "mutate", "volume", "network")) {
            Said asked = hawser(Map.of(), command, "--help");
            assertThat(asked.exit()).as(command).isZero();
            assertThat(asked.out())
                    .startsWith("Usage: ./hawser " + command + " ")
                    .containsPattern("(?m)^  (\\w+, )?" + command + "\\b");
            assertThat(hawser(Map.of(), "help", command)).isEqualTo(asked);
        }
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("conformance and strict-plugin start the programs of their modules, with what was typed")
    void developersProgramsGetWhatWasTyped() throws Exception {
        // Given
        built();
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString());

        // When
        Said conformance = hawser(environment, "conformance", "--quick");
        Said plugin = hawser(environment, "strict-plugin", "--endpoint", "unix:/a/socket");

        // Then
        assertThat(conformance.out())
                .endsWith(jar("tools/conformance", "hawser-conformance") + " io.hawser.conformance.Main --quick\n");
        assertThat(Programs.PROJECT.resolve("tools/conformance/src/main/java/io/hawser/conformance/Main.java"))
                .exists();
        assertThat(plugin.out())
                .endsWith(jar("tools/strict-plugin", "hawser-strict-plugin") + " " + StrictPluginMain.class.getName()
                        + " --endpoint unix:/a/socket\n");
    }

    @ParameterizedTest
    @DisplayName("A program reads what was typed as UTF-8, also where cron or systemd sets no locale")
    @CsvSource({
        "'', '', '', C.UTF-8",
        "'', '', POSIX, C.UTF-8",
        "C, '', en_GB.UTF-8, C.UTF-8",
        "'', C, en_GB.UTF-8, C.UTF-8",
        "'', '', en_GB.UTF-8, ''",
        "'', de_DE.utf8, C, ''",
        "'', '', de_DE.ISO-8859-1, ''",
        "en_GB.UTF-8, C, C, en_GB.UTF-8"
    })
    void utf8(String all, String type, String language, String seen) throws Exception {
        // Given
        built();
        script(jdk.resolve("bin/java"), "echo \"${LC_ALL:-}\"");

        // When
        Said said = hawser(
                Map.of("JAVA_HOME", jdk.toString(), "LC_ALL", all, "LC_CTYPE", type, "LANG", language),
                "volume",
                "list");

        // Then
        assertThat(said.out()).isEqualTo(seen + "\n");
    }

    /** The end of the class path of a program. */
    private String jar(String module, String artifact) throws Exception {
        Path target = project.toRealPath().resolve(module).resolve("target");
        return " -cp " + target.resolve("lib") + "/*:" + target.resolve(artifact + "-0.1.0-SNAPSHOT.jar");
    }
}
