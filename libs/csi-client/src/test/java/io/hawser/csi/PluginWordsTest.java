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
}
