package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
}
