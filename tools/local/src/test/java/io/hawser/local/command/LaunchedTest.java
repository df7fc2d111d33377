package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

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

    @Test
    @DisplayName("A failure of the file system is one sentence with its reason")
    void aFileWhereTheDataFolderShouldBe(@TempDir Path project) throws Exception {
        // Given
        Path home = Files.createFile(project.resolve(".hawser"));
        StringWriter err = new StringWriter();
        String before = System.setProperty("hawser.project", project.toString());
        try {
            // When
            int exit = LocalCommand.commandLine().setErr(new PrintWriter(err)).execute("up");
            // Then
            assertThat(exit).isEqualTo(1);
            assertThat(err)
                    .hasToString("hawser: cannot use the data folder " + home + ": " + home + ": Not a directory\n");
        } finally {
            System.setProperty("hawser.project", String.valueOf(before));
        }
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
