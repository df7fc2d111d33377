package io.hawser.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.command.HawserCli;
import io.hawser.cli.complete.Candidates;
import io.hawser.local.command.Launched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
    @Test
    @DisplayName("The shell completes every bench")
    void completion() {
        // When
        List<String> completed = Candidates.of(HawserCli.commandLine(Map.of()), List.of("bench", ""), Map.of());

        // Then
        Set<String> benches =
                new TreeSet<>(BenchCommand.commandLine().getSubcommands().keySet());
        benches.remove("help");
        assertThat(completed).containsExactlyElementsOf(benches);
    }

    @ParameterizedTest
    @DisplayName("The launcher's check of a line says what is wrong with it, and starts nothing")
    @CsvSource(quoteCharacter = '"', textBlock = """
            volumes --count many, 2, "hawser: Invalid value for option '--count': 'many' is no whole number; "
            volumes -o xml, 2, "hawser: --output: 'xml' is none of text, json; "
            volmes, 2, "hawser: there is no 'bench volmes': did you mean 'bench volumes'? "
            -- , 2, "hawser: a command is missing: ./hawser bench has volumes, "
            volumes --rounds 1, 0, ""
            """)
    void check(String line, int exit, String said) {
        // Given
        StringWriter all = new StringWriter();
        CommandLine commandLine =
                BenchCommand.commandLine().setOut(new PrintWriter(all)).setErr(new PrintWriter(all));

        // Then
        assertThat(Launched.check(commandLine, line.split(" "))).isEqualTo(exit);
        assertThat(all.toString()).startsWith(said);
        assertThat(all.toString().isEmpty()).isEqualTo(said.isEmpty());
    }
}
