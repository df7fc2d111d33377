package io.hawser.volume.claim;

import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskVolume;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TaskReportTest {
    @Test
    @DisplayName("A mount that its task lets go is not the task's any more")
    void whatIsLetGoIsNotListed() {
        // When
        var report = TaskReport.of(
                new TaskName("t"),
                new NodeName("n"),
                List.of(),
                List.of(claim("/b", Claim.State.RELEASING), claim("/a", Claim.State.GRANTED)),
                Set.of());

        // Then
        assertThat(report.getMountsList()).extracting(TaskVolume::getTarget).containsExactly("/a");
    }

    @Test
    @DisplayName("A target that its task lets go and wants again waits for the end of the mount before")
    void whatIsWantedAgain() {
        // When
        var report = TaskReport.of(
                new TaskName("t"),
                new NodeName("n2"),
                List.of(TaskMount.newBuilder()
                        .setSource("w")
                        .setTarget("/b")
                        .setReadOnly(true)
                        .build()),
                List.of(claim("/b", Claim.State.RELEASING)),
                Set.of());

        // Then
        assertThat(report.getMountsList()).singleElement().satisfies(mount -> {
            assertThat(mount.getSource()).isEqualTo("w");
            assertThat(mount.getReadOnly()).isTrue();
            assertThat(mount.getWaiting().getReason()).isEqualTo("StillReleasing");
            assertThat(mount.getWaiting().getMessage())
                    .isEqualTo("a mount that the task had before on node n is still being taken down");
        });
    }

    private static Claim claim(String target, Claim.State state) {
        return new Claim(
                new TaskName("t"),
                target,
                "v",
                Optional.of(V),
                new NodeName("n"),
                new TargetId("t" + target),
                false,
                List.of(),
                state,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }
}
