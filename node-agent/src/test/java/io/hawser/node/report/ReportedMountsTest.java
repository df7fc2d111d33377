package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReportedMountsTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));
    private static final MountReport NONE = report();
    private static final MountReport A = report("a");
    private static final MountReport BOTH = report("a", "b");

    private final ReportedMounts mounts = new ReportedMounts(LAYOUT);

    private static MountReport report(String... targets) {
        MountReport.Builder report = MountReport.newBuilder().setVolume("data").setUid("u1");
        List.of(targets)
                .forEach(target -> report.addTargets(
                        MountedTarget.newBuilder().setId(target).setState(MountState.MOUNT_STATE_PENDING)));
        return report.build();
    }

    private boolean has(String target) {
        return mounts.has("data", LAYOUT.target(new VolumeKey("data", "u1"), target));
    }

    @Test
    @DisplayName("A mount is reported when the broker has a report that lists it, also one from before it was there")
    void isAcknowledged() {
        mounts.reports(A);
        boolean waits = has("a");
        mounts.acknowledged(A);
        mounts.reports(BOTH);

        assertThat(waits).isFalse();
        assertThat(has("a")).isTrue();
        assertThat(has("b")).isFalse();
        mounts.acknowledged(BOTH);
        assertThat(has("b")).isTrue();
    }

    @Test
    @DisplayName("It is not any more when a later report lacks it, which may have reached the broker already")
    void aLaterReportLacksIt() {
        // Given
        mounts.reports(BOTH);
        mounts.acknowledged(BOTH);

        // When
        mounts.reports(A);
        mounts.reports(BOTH);

        // Then
        assertThat(has("a")).isTrue();
        assertThat(has("b")).isFalse();
        mounts.acknowledged(A);
        assertThat(has("b")).isFalse();
        mounts.acknowledged(BOTH);
        assertThat(has("b")).isTrue();
    }

    @Test
    @DisplayName("That an earlier report is acknowledged says nothing of a mount that the newest lacks")
    void anEarlierReport() {
        mounts.reports(BOTH);
        mounts.reports(NONE);

        mounts.acknowledged(BOTH);

        assertThat(has("a")).isFalse();
    }

    @Test
    @DisplayName("What is being unmounted is not reported as a task's, nor is a target of another volume of the name")
    void others() {
        // Given
        MountReport going = A.toBuilder()
                .setTargets(0, A.getTargets(0).toBuilder().setState(MountState.MOUNT_STATE_UNMOUNTING))
                .build();
        MountReport earlier = A.toBuilder().setUid("u0").build();

        for (MountReport report : List.of(going, earlier)) {
            // When
            mounts.reports(report);
            mounts.acknowledged(report);

            // Then
            assertThat(has("a")).isFalse();
        }
    }

    @Test
    @DisplayName("Of a volume whose report is gone, nothing is reported, also if an acknowledgement comes late")
    void gone() {
        mounts.reports(A);
        mounts.acknowledged(A);

        mounts.gone("data");
        mounts.acknowledged(A);

        assertThat(has("a")).isFalse();
    }
}
