package io.hawser.node.mount;

import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import java.util.Optional;

/** One volume as tests speak of it. */
public final class Sample {
    public static final VolumeKey KEY = new VolumeKey("data", "u1");
    public static final String BOOT = "boot-1";

    private Sample() {}

    public static Assignment.Builder assignment(long generation, String... targets) {
        Assignment.Builder assignment = Assignment.newBuilder()
                .setNode("n1")
                .setVolume("data")
                .setUid("u1")
                .setGeneration(generation)
                .setPlugin("plugin.example")
                .setVolumeId("csi-1");
        for (String target : targets) {
            assignment.addTargets(AssignmentTarget.newBuilder().setId(target).setTask(target));
        }
        return assignment;
    }

    public static DesiredState desired(long generation, String... targets) {
        return desired(assignment(generation, targets));
    }

    public static DesiredState nothing(long generation) {
        return desired(assignment(generation).setNothing(true));
    }

    public static DesiredState desired(Assignment.Builder assignment) {
        return switch (DesiredState.of(assignment.build())) {
            case DesiredState.Usable(DesiredState desired) -> desired;
            case DesiredState.Refused refused -> throw new AssertionError(refused.sentence());
            case DesiredState.NotForThisAgent another -> throw new AssertionError(another.message());
        };
    }

    /** The publish of the last of these targets. */
    public static Step.Publish publish(long generation, String... targets) {
        DesiredState desired = desired(generation, targets);
        return new Step.Publish(
                desired, desired.target(targets[targets.length - 1]).orElseThrow());
    }

    public static MountRecord none() {
        return MountRecord.none(KEY, BOOT);
    }

    /** Staged, with these targets published. */
    public static MountRecord mounted(long generation, String... targets) {
        MountRecord record = none().under(desired(generation, targets)).staging(Staging.STAGED);
        for (String target : targets) {
            record = record.publishing(
                            AssignmentTarget.newBuilder()
                                    .setId(target)
                                    .setTask(target)
                                    .build(),
                            false)
                    .published(target, Optional.of("8:1 /" + target));
        }
        return record;
    }
}
