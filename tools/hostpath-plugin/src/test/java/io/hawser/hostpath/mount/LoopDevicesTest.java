package io.hawser.hostpath.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.hostpath.volume.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LoopDevicesTest {
    private static final Path DEVICE = Path.of("/dev/loop7");

    private int asked;

    @Test
    @DisplayName("A device that another process takes first is no failure: the next one is tried")
    void othersAreFaster() throws IOException {
        // When
        Path device = LoopDevices.first(() -> Optional.of(DEVICE).filter(free -> ++asked == 3));

        // Then
        assertThat(device).isEqualTo(DEVICE);
        assertThat(asked).isEqualTo(3);
    }

    @Test
    @DisplayName("If the device that the kernel offers as free can never be used, the call ends and says so")
    void neverFree() {
        // When / Then
        assertThatThrownBy(() -> LoopDevices.first(() -> {
                    asked++;
                    return Optional.empty();
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("other programs");
        assertThat(asked).isBetween(2, 1000);
    }
}
