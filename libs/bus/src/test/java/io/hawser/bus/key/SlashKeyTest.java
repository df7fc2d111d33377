package io.hawser.bus.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlashKeyTest {
    @Test
    @DisplayName("A key names the node first, and is read back")
    void isReadBack() {
        assertThat(new NodePlugin("n1", "csi.example").key()).isEqualTo("n1/csi.example");
        assertThat(NodePlugin.parse("n1/csi.example")).contains(new NodePlugin("n1", "csi.example"));
        assertThat(new NodeVolume("n1", "data").key()).isEqualTo("n1/data");
        assertThat(NodeVolume.parse("n1/data")).contains(new NodeVolume("n1", "data"));
    }

    @Test
    @DisplayName("The key of a node alone names neither a plugin nor a volume there")
    void aNodeIsNeither() {
        assertThat(NodePlugin.parse("n1")).isEmpty();
        assertThat(NodeVolume.parse("n1")).isEmpty();
    }

    @Test
    @DisplayName("Plugins on nodes are in the order in which their rows are locked: by node, then by plugin")
    void isOrderedByNode() {
        assertThat(new NodePlugin("n1", "z")).isLessThan(new NodePlugin("n2", "a"));
        assertThat(new NodePlugin("n1", "a")).isLessThan(new NodePlugin("n1", "b"));
    }
}
