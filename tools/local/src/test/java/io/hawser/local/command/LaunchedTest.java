package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class LaunchedTest {
    @Test
    @DisplayName("A wrong option is named in one sentence and nothing else, as the commands about volumes do")
    void wrongOption() {
        // Given
        StringWriter err = new StringWriter();

        // When
        int exit = LocalCommand.commandLine().setErr(new PrintWriter(err)).execute("up", "--nope");

        // Then
        assertThat(exit).isEqualTo(2);
        assertThat(err)
                .hasToString("hawser: this command has no option '--nope'; `./hawser up --help` shows what is right\n");
    }

    @Command(name = "full")
    private static final class OnAFullDisk implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new UncheckedIOException("cannot write broker.pid", new IOException("No space left on device"));
        }
    }

    @Test
    @DisplayName("A failure of the file system is one sentence with its reason")
    void aFailureOfTheFileSystem() {
        // Given
        StringWriter err = new StringWriter();
        // When
        int exit = Launched.commandLine(new OnAFullDisk())
                .setErr(new PrintWriter(err))
                .execute();
        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err).hasToString("hawser: cannot write broker.pid: No space left on device\n");
    }

    @ParameterizedTest
    @DisplayName("A check says what is wrong with a line, and does nothing for one that is right")
    @CsvSource(quoteCharacter = '"', textBlock = """
            up --nope, 2, "hawser: this command has no option '--nope'; `./hawser up --help` shows what is right\n"
            demo -o xml, 2, "hawser: --output: 'xml' is none of text, json; `./hawser demo --help` shows what is \
            right\n"
            up --detach, 0, ""
            demo --output json --chaos kill --seed 3, 0, ""
            """)
    void check(String line, int exit, String said) {
        // Given
        StringWriter all = new StringWriter();
        CommandLine commandLine =
                LocalCommand.commandLine().setOut(new PrintWriter(all)).setErr(new PrintWriter(all));

        // Then
        assertThat(Launched.check(commandLine, line.split(" "))).isEqualTo(exit);
        assertThat(all).hasToString(said);
    }
}
