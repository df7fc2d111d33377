package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class UnreachableTest {
    private final StringWriter err = new StringWriter();

    @Test
    void withoutEndpointsTheSentenceSaysHowToStart() {
        int exit = hawser(Map.of("HAWSER_HOME", "/nonexistent"), "volume", "list");

        assertThat(exit).isEqualTo(4);
        assertThat(err.toString()).contains("./hawser up").contains("HAWSER_VOLUME_SERVICE_URL");
    }

    @Test
    void aServiceThatDoesNotAnswerIsNamed() {
        int exit = hawser(
                Map.of("HAWSER_HOME", "/nonexistent", "HAWSER_PLUGIN_REGISTRY_URL", "http://127.0.0.1:1"),
                "plugin",
                "list");

        assertThat(exit).isEqualTo(4);
        assertThat(err.toString()).contains("plugin-registry does not answer at http://127.0.0.1:1");
    }

    @Test
    void anAddressThatIsNoneIsNamedWithItsVariable() {
        int broker = hawser(Map.of("HAWSER_HOME", "/nonexistent", "HAWSER_BOOTSTRAP", "nonsense"), "events");
        int service = hawser(
                Map.of("HAWSER_HOME", "/nonexistent", "HAWSER_VOLUME_SERVICE_URL", "nonsense"), "volume", "list");

        int prefix = hawser(Map.of("HAWSER_HOME", "/nonexistent", "HAWSER_TOPICS_PREFIX", "No_Prefix"), "events");

        assertThat(List.of(broker, service, prefix)).containsOnly(2);
        assertThat(err.toString())
                .contains("hawser: HAWSER_BOOTSTRAP: 'nonsense' is no HOST:PORT,...")
                .contains("hawser: HAWSER_TOPICS_PREFIX: 'No_Prefix' is no prefix: topic prefix 'No_Prefix' must match")
                .contains("hawser: HAWSER_VOLUME_SERVICE_URL: 'nonsense' is no address such as http://127.0.0.1:8080");
    }

    @ParameterizedTest
    @DisplayName("status refuses an address that is none, beside services that it could ask")
    @ValueSource(strings = {"HAWSER_DEALLOCATOR_SERVICE_URL", "HAWSER_BOOTSTRAP"})
    void statusRefusesAnAddressThatIsNone(String variable) {
        int exit = hawser(
                Map.of(
                        "HAWSER_HOME",
                        "/nonexistent",
                        "HAWSER_VOLUME_SERVICE_URL",
                        "http://127.0.0.1:1",
                        variable,
                        "nonsense"),
                "status");

        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains("hawser: " + variable + ": 'nonsense' is no ");
    }

    @Test
    void aTaskThatWouldBeRejectedIsNotWritten() {
        assertThat(hawser(Map.of(), "task", "start", "t/2", "--node", "n")).isEqualTo(2);
        assertThat(hawser(Map.of(), "task", "start", "t", "--node", "n", "--mount", "v:data"))
                .isEqualTo(2);
        assertThat(hawser(Map.of(), "task", "start", "t", "--node", "n", "--mount", "v:/a", "--mount", "w:/a"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("'t/2' is no task's name: it has 1 to 63 of a-z, 0-9, '.' and '-'")
                .contains("'data' is no target: it must begin with /")
                .contains("two mounts have the target '/a'");
    }

    @Test
    void aWrongArgumentExitsWith2AndSaysWhatIsRight() {
        int exit = hawser(Map.of(), "volume", "create", "v", "--plugin", "p", "--size", "big");

        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains("'big' is no size");
    }

    @Test
    void aTopicThatIsNoneOfOursExitsWith2AndNamesThoseThatAre() {
        int exit = hawser(
                Map.of("HAWSER_BOOTSTRAP", "127.0.0.1:1", "HAWSER_HOME", "/nonexistent"), "accept-topic", "tasks");

        assertThat(exit).isEqualTo(2);
        assertThat(err.toString())
                .contains("'tasks' is none of Hawser's topics")
                .contains("hawser.tasks");
    }

    @Test
    void aWrongCommandLineIsOneSentenceThatSuggestsNothingThatDeletes() {
        assertThat(hawser(Map.of(), "volume", "destroy", "v")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("hawser: there is no 'volume destroy': volume has create, register, list,")
                .hasLineCount(1);
        assertThat(CommandLineErrors.nearest("delete", List.of("create", "list")))
                .isEmpty();
        assertThat(CommandLineErrors.nearest("lst", List.of("create", "list"))).hasValue("list");
    }

    @Test
    void anOutputThatDoesNotExistIsRefusedInWords() {
        assertThat(hawser(Map.of(), "volume", "list", "-o", "yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("'yaml' is none of table, json");
    }

    @Test
    void everyCommandSaysHowItIsTyped() {
        HawserCli.commandLine(Map.of()).getSubcommands().forEach((name, command) -> {
            assertThat(hawser(Map.of(), name, "--help")).as(name).isZero();
            command.getSubcommands().keySet().forEach(below -> assertThat(hawser(Map.of(), name, below, "--help"))
                    .as(name + " " + below)
                    .isZero());
        });
    }

    private int hawser(Map<String, String> environment, String... arguments) {
        CommandLine commandLine = HawserCli.commandLine(environment);
        commandLine.setErr(new PrintWriter(err, true));
        commandLine.setOut(new PrintWriter(new StringWriter()));
        return commandLine.execute(arguments);
    }
}
