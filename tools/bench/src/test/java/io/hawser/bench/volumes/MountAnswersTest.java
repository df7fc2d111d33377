package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import org.junit.jupiter.api.Test;

class MountAnswersTest {
    private final Assignment.Builder assignment =
            Assignment.newBuilder().setNode("node-1").setVolume("v").setUid("u").setGeneration(7);

    @Test
    void everyTargetIsMountedAtOnce() {
        // Given
        Assignment targets = assignment
                .addTargets(AssignmentTarget.newBuilder().setId("a"))
                .addTargets(AssignmentTarget.newBuilder().setId("b"))
                .build();

        // When
        MountReport report = MountAnswers.to(targets, 3);

        // Then
        assertThat(report.getGeneration()).isEqualTo(7);
        assertThat(report.getRevision()).isEqualTo(3);
        assertThat(report.getNothingLeft()).isFalse();
        assertThat(report.getTargetsList()).extracting(MountedTarget::getId).containsExactly("a", "b");
        assertThat(report.getTargetsList())
                .extracting(MountedTarget::getState)
                .containsOnly(MountState.MOUNT_STATE_MOUNTED);
    }

    @Test
    void whereNothingIsWantedNothingIsLeft() {
        // When
        MountReport report = MountAnswers.to(assignment.setNothing(true).build(), 4);

        // Then
        assertThat(report.getNothingLeft()).isTrue();
        assertThat(report.getUid()).isEqualTo("u");
        assertThat(report.getGeneration()).isEqualTo(7);
        assertThat(report.getTargetsList()).isEmpty();
    }
}
