package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RemovedNodeTest {
    @Test
    @DisplayName("Only a node that is removed, silent and idle is forgotten; one with a volume is waited for")
    void forgotten() {
        assertThat(RemovedNode.of(true, true, true)).isEqualTo(RemovedNode.FORGOTTEN);
        assertThat(RemovedNode.of(true, true, false)).isEqualTo(RemovedNode.WAITED_FOR);
        assertThat(RemovedNode.of(true, false, true)).isEqualTo(RemovedNode.KEPT);
        assertThat(RemovedNode.of(false, true, true)).isEqualTo(RemovedNode.KEPT);
    }
}
