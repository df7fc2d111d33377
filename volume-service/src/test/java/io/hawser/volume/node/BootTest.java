package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BootTest {
    @Test
    @DisplayName("A boot's stretch grows to both sides and never ends before it begins")
    void stretch() {
        Boot boot = new Boot("a", 5, 5);

        assertThat(boot.with(7).with(3).with(5)).isEqualTo(new Boot("a", 3, 7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Boot("a", 6, 5))
                .withMessageContaining("from 6 to 5");
    }
}
