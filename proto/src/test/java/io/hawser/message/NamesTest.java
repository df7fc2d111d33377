package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    @DisplayName("Names that could leave their folder are no names")
    void namesThatCouldLeaveTheirFolderAreNoNames() {
        for (String name : new String[] {"", "A", "a/b", "..", "a..b", "-a", "a-", "a".repeat(64), "a\u0000"}) {
            assertThat(Names.segment("name", name)).as(name).isPresent();
            assertThat(Names.volume("name", name)).as(name).isPresent();
        }
        assertThat(Names.volume("name", "a.b")).isPresent();
        assertThat(Names.segment("name", "a.b")).isEmpty();
    }

    @Test
    @DisplayName("However long what is refused, the sentence about it stays short")
    void sentencesStayShort() {
        String endless = "x".repeat(550_000);

        assertThat(Names.volume("name", endless).orElseThrow().message()).hasSizeLessThan(700);
        assertThat(Names.segment("name", endless).orElseThrow().message()).hasSizeLessThan(700);
        assertThat(Names.service("name", endless).orElseThrow().message()).hasSizeLessThan(700);
    }
}
