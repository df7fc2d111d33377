package io.hawser.node.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeKeyTest {
    @Test
    @DisplayName("Creations are ordered by the volume's name, those of one name by their uid")
    void order() {
        assertThat(List.of(new VolumeKey("b", "1"), new VolumeKey("a", "2"), new VolumeKey("a", "1")).stream()
                        .sorted())
                .containsExactly(new VolumeKey("a", "1"), new VolumeKey("a", "2"), new VolumeKey("b", "1"));
    }

    @Test
    @DisplayName("A creation is named by volume and uid")
    void name() {
        assertThat(new VolumeKey("data", "u1")).hasToString("data/u1");
    }
}
