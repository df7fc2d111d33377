package io.hawser.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "driver | Missing required parameter: 'COMMAND'",
                "a/b -- true | NAME must be letters",
                "--health-timeout 0 driver -- true | --health-timeout must be above zero",
                "--interval x driver -- true | Invalid value for option '--interval': 'x' is not a long"
            })
    @DisplayName("A wrong command line is one sentence that names what is wrong, and starts nothing")
    void wrongCommandLines(String typed, String sentence) {
        // Given
        StringWriter said = new StringWriter();
        CommandLine program = Main.commandLine().setErr(new PrintWriter(said));

        // When
        int code = program.execute(typed.split(" "));

        // Then
        assertThat(code).isEqualTo(2);
        assertThat(said.toString().lines().toList())
                .singleElement()
                .asString()
                .startsWith("hawser: " + sentence)
                .endsWith("; `./hawser plugin run --help` shows what is right");
    }
}
