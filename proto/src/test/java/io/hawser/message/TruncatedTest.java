package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TruncatedTest {
    @Test
    @DisplayName("An excerpt never ends in half a character")
    void anExcerptEndsInAWholeCharacter() {
        assertThat(Truncated.of("a\uD83D\uDE00b", 2)).isEqualTo("a… (4 characters)");
        assertThat(Truncated.of("abc", 3)).isEqualTo("abc");
    }

    @Test
    @DisplayName("An excerpt has 500 characters, and says how many the text has")
    void anExcerptIsShort() {
        assertThat(Truncated.of("x".repeat(500))).isEqualTo("x".repeat(500));
        assertThat(Truncated.of("x".repeat(501))).isEqualTo("x".repeat(500) + "… (501 characters)");
    }
}
