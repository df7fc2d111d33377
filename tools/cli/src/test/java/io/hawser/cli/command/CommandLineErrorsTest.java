package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandLineErrorsTest {
    @ParameterizedTest
    @DisplayName("A wrong command line is one sentence that names the wrong word, with exit 2")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    volume update data --size 1MiB | this command has no option '--size'; `./hawser volume update
                    status --json | this command has no option '--json'; `./hawser status
                    status volumes | 'volumes' is one word too many; `./hawser status
                    volume update data --label hot | Value for option '--label' (KEY=VALUE) should be in KEY=VALUE \
                    format but was hot; `./hawser volume update
                    volume resize data | there is no 'volume resize': volume has create, list, status, history, \
                    update, remove, forget-mount; `./hawser volume
                    volume lst | there is no 'volume lst': did you mean 'volume list'?; `./hawser volume
                    """)
    void wrongLines(String typed, String said) {
        // Given
        String[] words = typed.split(" ");
        StringWriter err = new StringWriter();
        CommandLine commandLine = HawserCli.commandLine(Map.of(), words).setErr(new PrintWriter(err));

        // When
        int exit = commandLine.execute(words);

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(err).hasToString("hawser: " + said + " --help` shows what is right\n");
    }
}
