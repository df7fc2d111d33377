package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginWordsTest {

    @Test
    @DisplayName("What a program printed becomes one line, and a line that is one already stays as it is")
    void oneLine() {
        assertThat(PluginWords.oneLine("mount failed: exit status 32\nOutput: mount.nfs: No such device\n"))
                .isEqualTo("mount failed: exit status 32 Output: mount.nfs: No such device");
        assertThat(PluginWords.oneLine("a\r\n\t b\u001b[31m c\u0085d\u2028e")).isEqualTo("a b [31m c d e");
        assertThat(PluginWords.oneLine("a  b: 'ü'")).isEqualTo("a  b: 'ü'");
        assertThat(PluginWords.oneLine("\n")).isEmpty();
    }

    @Test
    @DisplayName("Of very many words only the beginning is taken, and no half of a character")
    void aBeginning() {
        assertThat(PluginWords.oneLine("x".repeat(4_096))).isEqualTo("x".repeat(4_096));
        assertThat(PluginWords.oneLine("x".repeat(4_097))).isEqualTo("x".repeat(4_096) + "\u2026 (4097 characters)");
        assertThat(PluginWords.oneLine("x".repeat(4_095) + "\ud83d\ude00"))
                .isEqualTo("x".repeat(4_095) + "\u2026 (4097 characters)");
    }
}
