package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.cli.file.MessageFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The launcher's own page, which nothing generates. */
class HelpTest {
    /** Such as {@code service, network     create|remove|list}. */
    private static final Pattern LINE = Pattern.compile("^ {2}([a-z-]+(?:, [a-z-]+)*) +(\\S+).*$");

    @Test
    @DisplayName("./hawser help lists each command, and of each command the same subcommands as there are")
    void helpListsWhatThereIs() throws IOException {
        // Given
        Map<String, String> listed = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("../../hawser"))) {
            Matcher command = LINE.matcher(line);
            if (command.matches()) {
                Stream.of(command.group(1).split(", ")).forEach(name -> listed.putIfAbsent(name, command.group(2)));
            }
        }

        // When
        Map<String, CommandLine> commands = HawserCli.commandLine(Map.of()).getSubcommands();

        // Then
        assertThat(listed.keySet()).containsAll(commands.keySet());
        commands.forEach((name, command) -> {
            // Without aliases.
            Set<String> below = command.getSubcommands().values().stream()
                    .map(CommandLine::getCommandName)
                    .collect(Collectors.toSet());
            if (!below.isEmpty()) {
                assertThat(listed.get(name).replaceFirst(":$", "").split("\\|"))
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(below);
            }
        });
    }

    @Test
    @DisplayName("Only the command that is typed is made ready; all are if none is typed, or the shell completes words")
    void commandsThatAreTyped() {
        Set<String> all = HawserCli.commandLine(Map.of()).getSubcommands().keySet();

        assertThat(HawserCli.commandLine(Map.of(), "volume", "list").getSubcommands())
                .containsOnlyKeys("volume");
        assertThat(HawserCli.commandLine(Map.of(), "completion", "bash").getSubcommands())
                .containsOnlyKeys(all);
        assertThat(HawserCli.commandLine(Map.of(), "--help").getSubcommands()).containsOnlyKeys(all);
        assertThat(HawserCli.commandLine(Map.of(), new String[0]).getSubcommands())
                .containsOnlyKeys(all);
    }

    @ParameterizedTest
    @DisplayName("The help of what takes -f shows a file that the command reads, and docs/session.md shows it, too")
    @CsvSource({
        "volume, create, hawser.v1.CreateVolume, data",
        "volume, register, hawser.v1.RegisterVolume, archive",
        "service, create, hawser.v1.Service, app",
        "network, create, hawser.v1.Network, net"
    })
    void helpShowsAFile(String kind, String command, String type, String name, @TempDir Path folder) throws Exception {
        // Given
        String page = HawserCli.commandLine(Map.of())
                .getSubcommands()
                .get(kind)
                .getSubcommands()
                .get(command)
                .getUsageMessage();
        String yaml = page.substring(page.indexOf("as YAML:\n") + "as YAML:\n".length())
                .stripTrailing()
                .stripIndent();

        // When
        Message record = MessageFile.read(
                        Files.writeString(folder.resolve("file"), yaml).toString(),
                        (Message) Class.forName("io." + type)
                                .getMethod("getDefaultInstance")
                                .invoke(null))
                .getFirst();

        // Then
        assertThat(record.getField(record.getDescriptorForType().findFieldByName("name")))
                .isEqualTo(name);
        assertThat(Files.readString(Path.of("../../docs/session.md"))).contains("```yaml\n" + yaml + "\n```");
    }
}
