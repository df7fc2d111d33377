package io.hawser.volume.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnexplainedMountTest {
    private static final TargetId LISTED = new TargetId("a.0");
    private static final TargetId OTHER = new TargetId("b.0");

    @Test
    @DisplayName("A node's own report lists all targets; that of an agent that lost its records does not")
    void theNodesOwnReport() {
        // Given
        MountReport.Builder report = MountReport.newBuilder()
                .setRevision(1)
                .setGeneration(3)
                .addTargets(MountedTarget.newBuilder().setId(LISTED.value()));

        // When
        UnexplainedMount own = UnexplainedMount.of(report.build());
        UnexplainedMount lost = UnexplainedMount.of(report.setOrphaned(true).build());

        // Then
        assertThat(own.mayBeUsedBy(LISTED)).isTrue();
        assertThat(own.mayBeUsedBy(OTHER)).isFalse();
        assertThat(lost.mayBeUsedBy(OTHER)).isTrue();
    }

    @Test
    @DisplayName("A task may not use what the node is unmounting, and the node has it all the same")
    void unmounting() {
        // When
        UnexplainedMount mount = UnexplainedMount.of(MountReport.newBuilder()
                .setRevision(1)
                .addTargets(
                        MountedTarget.newBuilder().setId(LISTED.value()).setState(MountState.MOUNT_STATE_UNMOUNTING))
                .build());

        // Then
        assertThat(mount.mayBeUsedBy(LISTED)).isFalse();
        assertThat(mount.exceeds(Set.of(OTHER))).isTrue();
        assertThat(mount.exceeds(Set.of(LISTED))).isFalse();
    }

    @Test
    @DisplayName("A node that answered an earlier generation may have what its last one says")
    void anEarlierGeneration() {
        // Given
        MountReport nothing = MountReport.newBuilder()
                .setRevision(1)
                .setGeneration(1)
                .setNothingLeft(true)
                .build();

        // Then
        assertThat(UnexplainedMount.of(nothing, 2).exceeds(Set.of())).isTrue();
        assertThat(UnexplainedMount.of(nothing, 1).exceeds(Set.of())).isFalse();
    }

    @Test
    @DisplayName(
            "Without a report of the node, a volume that had an assignment there may be mounted for anybody; one that"
                    + " was only attached is mounted for nobody")
    void withoutAReportOfTheNode() {
        // When
        UnexplainedMount assigned =
                UnexplainedMount.of(MountReport.newBuilder().setGeneration(3).build());
        UnexplainedMount attached = UnexplainedMount.of(MountReport.getDefaultInstance());

        // Then
        assertThat(assigned.mayBeUsedBy(OTHER)).isTrue();
        assertThat(attached.mayBeUsedBy(OTHER)).isFalse();
    }
}
