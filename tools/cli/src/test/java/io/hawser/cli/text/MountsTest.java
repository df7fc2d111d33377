package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.hawser.v1.Granted;
import io.hawser.v1.MountFailed;
import io.hawser.v1.MountReleasing;
import io.hawser.v1.Mounted;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Waiting;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MountsTest {
    private static final TaskVolume WAITING = mount("v1")
            .setWaiting(Waiting.newBuilder()
                    .setMessage("it is in use on n1")
                    .setSince(Timestamp.newBuilder().setSeconds(1_795_421_339).setNanos(811_000_000)))
            .build();
    private static final TaskVolume GRANTED =
            mount("v2").setGranted(Granted.getDefaultInstance()).build();
    private static final TaskVolume MOUNTED =
            mount("v3").setMounted(Mounted.newBuilder().setPath("/mnt/v3")).build();
    private static final TaskVolume FAILED = mount("v4")
            .setFailed(MountFailed.newBuilder().setMessage("no such device"))
            .build();

    @Test
    void everyStateHasItsWordAndItsDetail() {
        assertThat(said(WAITING)).isEqualTo("waiting: it is in use on n1 (waits since 2026-11-23T08:08:59Z)");
        assertThat(said(GRANTED)).isEqualTo("granted: the node mounts it");
        assertThat(said(MOUNTED)).isEqualTo("mounted: /mnt/v3");
        assertThat(said(FAILED)).isEqualTo("failed: no such device");
        assertThat(said(mount("v6")
                        .setReleasing(MountReleasing.getDefaultInstance())
                        .build()))
                .isEqualTo("releasing: the node has not unmounted it yet");
        assertThat(said(mount("v6")
                        .setReleasing(MountReleasing.newBuilder().setMessage("plugin p is away"))
                        .build()))
                .isEqualTo("releasing: the node has not unmounted it yet: plugin p is away");
        assertThat(said(mount("v5").build())).isEqualTo("unknown: ");
    }

    @Test
    void aRequestedEvictionSaysWhatToDo() {
        assertThat(Mounts.detail(MOUNTED.toBuilder().setEvictionRequested(true).build()))
                .isEqualTo("/mnt/v3 (eviction requested: end this task)");
    }

    @Test
    void aTaskWaitsForAllOfItsMountsThatAreNotThere() {
        assertThat(Mounts.waitingFor(Optional.of(task(WAITING, MOUNTED, FAILED))))
                .isEqualTo("v1 is waiting: it is in use on n1 (waits since 2026-11-23T08:08:59Z);"
                        + " v4 is failed: no such device");
        assertThat(Mounts.waitingFor(Optional.empty())).contains("has not read the task yet");
    }

    @Test
    void aTaskIsMountedWhenAsManyAreThereAsItHas() {
        assertThat(Mounts.allMounted(task(MOUNTED), 1)).isTrue();
        assertThat(Mounts.allMounted(task(MOUNTED), 2)).isFalse();
        assertThat(Mounts.allMounted(task(MOUNTED, GRANTED), 2)).isFalse();
        assertThat(Mounts.allMounted(task(), 0)).isTrue();
    }

    private static String said(TaskVolume mount) {
        return Mounts.state(mount) + ": " + Mounts.detail(mount);
    }

    private static TaskVolume.Builder mount(String source) {
        return TaskVolume.newBuilder().setSource(source).setTarget("/data");
    }

    private static TaskVolumes task(TaskVolume... mounts) {
        return TaskVolumes.newBuilder()
                .setTask("t")
                .addAllMounts(java.util.List.of(mounts))
                .build();
    }
}
