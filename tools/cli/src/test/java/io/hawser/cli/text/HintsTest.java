package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HintsTest {
    @Test
    @DisplayName("A hint has HAWSER_HOME exactly if the data folder is not the default one")
    void hintsNameTheFolder() {
        assertThat(hint("/p/.hawser")).isEqualTo("try `./hawser status`, not ./hawser");
        assertThat(hint("")).isEqualTo("try `./hawser status`, not ./hawser");
        assertThat(hint("/tmp/h")).isEqualTo("try `HAWSER_HOME=/tmp/h ./hawser status`, not ./hawser");
        assertThat(hint("/tmp/it's")).startsWith("try `HAWSER_HOME='/tmp/it'\\''s' ./hawser status`");
    }

    private static String hint(String home) {
        StringWriter out = new StringWriter();
        new Hints(out, Hints.prefix(home, "/p/.hawser")).print("try `./hawser status`, not ./hawser");
        return out.toString();
    }
}
