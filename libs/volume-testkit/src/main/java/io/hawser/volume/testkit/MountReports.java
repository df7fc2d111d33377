package io.hawser.volume.testkit;

import io.hawser.v1.Assignment;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;

/** What a node's agent may say of a volume. */
public final class MountReports {
    private MountReports() {}

    /** It has done what the assignment says. */
    public static MountReport.Builder obeyed(Assignment assignment) {
        MountReport.Builder report = of(assignment.getNode(), assignment.getVolume(), assignment.getUid())
                .setGeneration(assignment.getGeneration())
                .setStaged(!assignment.getNothing())
                .setNothingLeft(assignment.getNothing());
        assignment
                .getTargetsList()
                .forEach(target -> report.addTargets(MountedTarget.newBuilder()
                        .setId(target.getId())
                        .setPath("/mnt/" + target.getId())
                        .setState(MountState.MOUNT_STATE_MOUNTED)));
        return report;
    }

    /** It found a mount that no record of its own explains. */
    public static MountReport.Builder orphaned(String node, String volume, String uid) {
        return of(node, volume, uid)
                .setOrphaned(true)
                .addTargets(MountedTarget.newBuilder().setId("somebody").setPath("/mnt/somebody"));
    }

    /** It says so by itself. */
    public static MountReport.Builder nothingLeft(String node, String volume, String uid) {
        return of(node, volume, uid).setNothingLeft(true);
    }

    private static MountReport.Builder of(String node, String volume, String uid) {
        return MountReport.newBuilder().setNode(node).setVolume(volume).setUid(uid);
    }
}
