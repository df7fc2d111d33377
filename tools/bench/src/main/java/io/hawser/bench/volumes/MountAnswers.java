package io.hawser.bench.volumes;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;

/** The reports of a node-agent that mounts without delay. */
final class MountAnswers {
    private MountAnswers() {}

    /** All mounted, or nothing left, as the assignment requires. */
    static MountReport to(Assignment assignment, long revision) {
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(assignment.getNode())
                .setVolume(assignment.getVolume())
                .setUid(assignment.getUid())
                .setGeneration(assignment.getGeneration())
                .setRevision(revision);
        if (assignment.getNothing()) {
            return report.setNothingLeft(true).build();
        }
        report.setStaged(true);
        for (AssignmentTarget target : assignment.getTargetsList()) {
            report.addTargets(MountedTarget.newBuilder()
                    .setId(target.getId())
                    .setPath("/bench/" + assignment.getVolume() + "/" + target.getId())
                    .setState(MountState.MOUNT_STATE_MOUNTED));
        }
        return report.build();
    }
}
