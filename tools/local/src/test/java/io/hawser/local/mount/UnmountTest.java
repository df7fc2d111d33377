package io.hawser.local.mount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnmountTest {
    @Test
    void saysHowManyInWords() {
        assertThat(Unmount.counted(4)).isEqualTo("4 mounts");
        assertThat(Unmount.counted(1)).isEqualTo("1 mount");
        assertThat(Unmount.counted(0)).isEqualTo("0 mounts");
    }
}
