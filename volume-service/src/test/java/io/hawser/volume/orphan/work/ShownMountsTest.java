package io.hawser.volume.orphan.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.VolumeName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShownMountsTest {
    private static final NodeVolume MOUNT = new NodeVolume(new NodeName("n1"), new VolumeName("v1"));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final ShownMounts mounts = new ShownMounts();

    @Test
    @DisplayName("An unknown volume's mount is shown when it is found, and each day: its events are kept for a week")
    void eachDay() {
        assertThat(mounts.isDue(MOUNT, "u1", NOW)).isTrue();

        mounts.shown(MOUNT, "u1", NOW);

        assertThat(mounts.isDue(MOUNT, "u1", NOW.plus(Duration.ofHours(23)))).isFalse();
        assertThat(mounts.isDue(MOUNT, "u1", NOW.plus(Duration.ofDays(1)))).isTrue();
    }

    @Test
    @DisplayName("It is shown again as that of another creation of the volume, and if it comes back")
    void another() {
        mounts.shown(MOUNT, "u1", NOW);
        assertThat(mounts.isDue(MOUNT, "u2", NOW)).isTrue();

        mounts.gone(MOUNT);

        assertThat(mounts.isDue(MOUNT, "u1", NOW)).isTrue();
    }
}
