package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.command.HawserCli;
import io.hawser.cli.text.NodeText;
import io.hawser.cli.text.PluginText;
import io.hawser.cli.text.TaskText;
import io.hawser.cli.text.VolumeText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The pages tell to type what the program knows. */
class PagesTest {
    /** Programs of their own, and the launcher's commands: other tests play them. */
    private static final Set<String> NOT_OURS = Set.of(
            "help",
            "version",
            "build",
            "test",
            "test-upgrade",
            "mutate",
            "baseline",
            "bench",
            "conformance",
            "strict-plugin");

    /** A program of its own below a command of the other. */
    private static final String RUN = "plugin run ";

    @Test
    @DisplayName("every ./hawser line of every page is a command line that the program reads")
    void everyLineIsRead() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String line : page.commands()) {
                reason(line).ifPresent(reason -> wrong.add(page.path() + ": ./hawser " + line + ": " + reason));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orchestrator.go", "orchestrator.py", "orchestrator.sh"})
    @DisplayName("an example is read in one go: it has at most 60 lines")
    void examplesAreShort(String program) throws IOException {
        assertThat(Files.readAllLines(Programs.PROJECT.resolve("examples").resolve(program)))
                .hasSizeLessThanOrEqualTo(60);
    }

    private static java.util.Optional<String> reason(String line) throws IOException {
        String typed =
                line.replaceAll("\\s+#.*", "").replaceAll("\\s+[|>&;].*", "").strip();
        String first = typed.split(" ")[0];
        if (NOT_OURS.contains(first)) {
            String launcher = Files.readString(Programs.PROJECT.resolve("hawser"));
            return launcher.contains("\n  " + first + " ")
                    ? java.util.Optional.empty()
                    : java.util.Optional.of("no help");
        }
        if ((typed + " ").startsWith(RUN)) {
            return refusal(
                    io.hawser.run.Main.commandLine(),
                    (typed + " ").substring(RUN.length()).strip());
        }
        boolean local = LocalCommand.commandLine().getSubcommands().containsKey(first);
        CommandLine program = local ? LocalCommand.commandLine() : HawserCli.commandLine(Map.of());
        return refusal(program, typed);
    }

    private static java.util.Optional<String> refusal(CommandLine program, String typed) {
        try {
            // A page may name a command without what it needs.
            program.parseArgs(typed.replace(" …", "").replace(" ...", "").split("\\s+"));
            return java.util.Optional.empty();
        } catch (CommandLine.MissingParameterException e) {
            return java.util.Optional.empty();
        } catch (CommandLine.ParameterException e) {
            return java.util.Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Test
    @DisplayName("docs/session.md types every command of the program, and README's demo by hand in README's order")
    void theSessionIsWhole() throws IOException {
        // Given
        List<String> typed =
                Page.of("docs/session.md").session().stream().map(Typed::words).toList();
        Set<String> all = new TreeSet<>();
        HawserCli.commandLine(Map.of()).getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty()) {
                all.add(name);
            } else {
                command.getSubcommands().values().forEach(sub -> all.add(name + " " + sub.getCommandName()));
            }
        });

        // Then
        assertThat(all)
                .allSatisfy(command -> assertThat(typed).anyMatch(words -> (words + " ").startsWith(command + " ")));
        Page readme = Page.of("README.md");
        List<String> byHand = new ArrayList<>(Page.commands(readme.block("task start writer")));
        byHand.addAll(Page.commands(readme.block("task stop writer")));
        assertThat(typed).containsSubsequence(byHand);
    }

    @Test
    @DisplayName("a table that a page shows has the program's columns")
    void tablesHaveTheirColumns() throws IOException {
        // Given
        Map<String, String> headings = Map.of(
                "volume list", VolumeText.table().text(),
                "node list", NodeText.table().text(),
                "task list", TaskText.table().text(),
                "plugin list", PluginText.table().text());
        List<String> wrong = new ArrayList<>();

        // When
        for (Page page : Page.all()) {
            for (Typed typed : page.session()) {
                String heading = headings.get(typed.words());
                if (heading != null
                        && typed.printed().stream()
                                .findFirst()
                                .filter(line -> line.matches("[A-Z ]+"))
                                .isPresent()
                        && !cells(typed.printed().getFirst()).equals(cells(heading))) {
                    wrong.add(page.path() + ": " + typed.printed().getFirst());
                }
            }
        }

        // Then
        assertThat(wrong).isEmpty();
    }

    private static List<String> cells(String line) {
        return List.of(line.strip().split(" {2,}"));
    }

    @Test
    @DisplayName("docs/session.md tells apart what differs from what does not")
    void comparison() {
        // Given
        Typed typed = Typed.parse("./hawser x\nA    B\n1 …  b\n[exit 1]\n");

        // Then
        assertThat(typed.isWhatWas(new Copy.Said(1, "A  B\n1 day     b  \n", ""), "/home"))
                .isTrue();
        assertThat(typed.isWhatWas(new Copy.Said(0, "A  B\n1 day     b  \n", ""), "/home"))
                .isFalse();
        assertThat(typed.isWhatWas(new Copy.Said(1, "A  B\n1 day     c\n", ""), "/home"))
                .isFalse();
        assertThat(typed.isWhatWas(new Copy.Said(1, "A  B\n", ""), "/home")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "volume history data, Uncertain, DEADLINE_EXCEEDED: no answer within the deadline, true",
        "volume history data, Rejected,  DEADLINE_EXCEEDED: no answer within the deadline, false",
        "volume history data, Uncertain, UNAVAILABLE: Connection refused,                  false",
        "volume status data,  Uncertain, DEADLINE_EXCEEDED: no answer within the deadline, false"
    })
    @DisplayName("A line of a volume's history about a call that took longer than 10 s is left out, and no other")
    void slowCalls(String words, String reason, String message, boolean leftOut) {
        // Given
        Typed typed = Typed.parse("./hawser " + words + "\nTIME\n…Z  volume/data  Created  -  …\n");
        // When
        Copy.Said said = new Copy.Said(
                0,
                "TIME\n12Z  volume/data  " + reason + "  node-1  ControllerPublishVolume: " + message
                        + "\n13Z  volume/data  Created    -       x\n",
                "");
        // Then
        assertThat(typed.isWhatWas(said, "/home")).isEqualTo(leftOut);
    }
}
