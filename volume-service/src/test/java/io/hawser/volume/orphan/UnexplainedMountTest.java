package io.hawser.volume.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import java.util.List;
import java.util.Optional;
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
        UnexplainedMount own = UnexplainedMount.of(report.build(), 3);
        UnexplainedMount lost = UnexplainedMount.of(report.setOrphaned(true).build(), 3);

        // Then
        assertThat(own.mayBeUsedBy(LISTED)).isTrue();
        assertThat(own.mayBeUsedBy(OTHER)).isFalse();
        assertThat(lost.mayBeUsedBy(OTHER)).isTrue();
    }

    @Test
    @DisplayName("A task may not use what the node is unmounting, and the node has it all the same")
    void unmounting() {
        // When
        UnexplainedMount mount = UnexplainedMount.of(
                MountReport.newBuilder()
                        .setRevision(1)
                        .addTargets(MountedTarget.newBuilder()
                                .setId(LISTED.value())
                                .setState(MountState.MOUNT_STATE_UNMOUNTING))
                        .build(),
                0);

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
                UnexplainedMount.of(MountReport.newBuilder().setGeneration(3).build(), 3);
        UnexplainedMount attached = UnexplainedMount.of(MountReport.getDefaultInstance(), 0);

        // Then
        assertThat(assigned.mayBeUsedBy(OTHER)).isTrue();
        assertThat(attached.mayBeUsedBy(OTHER)).isFalse();
    }

    @Test
    @DisplayName("What a later report of the publication does not list is gone; an earlier one, and one of an agent"
            + " that lost its records, say nothing of that")
    void aLaterReportOfThePublication() {
        // Given
        MountReport orphaned = reporting(2, LISTED, OTHER).build();
        MountReport.Builder later = reporting(3, OTHER);

        // Then
        assertThat(of(orphaned, later).targets()).containsExactly(OTHER);
        assertThat(of(orphaned, later).targetsKnown()).isTrue();
        assertThat(of(orphaned, reporting(1, OTHER)).targets()).containsExactlyInAnyOrder(LISTED, OTHER);
        assertThat(of(orphaned, later.setOrphaned(true)).targets()).containsExactlyInAnyOrder(LISTED, OTHER);
    }

    @Test
    @DisplayName("What a later report lists besides is the publication's; what it says to be unmounting may be there")
    void aLaterReportWithMore() {
        // When
        MountReport.Builder later = reporting(2, OTHER)
                .addTargets(
                        MountedTarget.newBuilder().setId(LISTED.value()).setState(MountState.MOUNT_STATE_UNMOUNTING));
        UnexplainedMount mount = of(reporting(1, LISTED).build(), later);

        // Then
        assertThat(mount.targets()).isEmpty();
        assertThat(mount.unmounting()).containsExactly(LISTED);
    }

    @Test
    @DisplayName("A report that stands in for the node's own is no earlier report of the node")
    void aLaterReportThanAStandIn() {
        // Given
        MountReport standIn = MountReport.newBuilder().setGeneration(3).build();

        // When
        UnexplainedMount mount = of(standIn, reporting(1, LISTED));

        // Then
        assertThat(mount).isEqualTo(UnexplainedMount.of(standIn, 3));
    }

    private static UnexplainedMount of(MountReport report, MountReport.Builder published) {
        return UnexplainedMount.of(report, report.getGeneration(), Optional.of(published.build()));
    }

    private static MountReport.Builder reporting(long revision, TargetId... targets) {
        MountReport.Builder report = MountReport.newBuilder().setRevision(revision);
        List.of(targets)
                .forEach(target -> report.addTargets(
                        MountedTarget.newBuilder().setId(target.value()).setState(MountState.MOUNT_STATE_MOUNTED)));
        return report;
    }
}
