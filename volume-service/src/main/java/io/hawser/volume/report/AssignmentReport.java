package io.hawser.volume.report;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import java.util.Comparator;

/** What {@code hawser.assignments} tells a node of a volume. */
final class AssignmentReport {
    private AssignmentReport() {}

    static Assignment of(Volume volume, Effect.Assign assign) {
        Publication publication = assign.publication();
        Assignment.Builder assignment = Assignment.newBuilder()
                .setNode(publication.node())
                .setVolume(volume.name())
                .setUid(volume.uid())
                .setGeneration(publication.generation())
                .setPlugin(volume.spec().getPlugin())
                .setVolumeId(volume.provision().info().volumeId());
        if (assign.nothing()) {
            return assignment.setNothing(true).build();
        }
        VolumeSpec spec = volume.spec();
        assignment
                .putAllVolumeContext(volume.provision().info().context())
                .putAllPublishContext(publication.publishContext())
                .setScope(spec.getScope())
                .setSharing(spec.getSharing())
                .addAllSecrets(spec.getSecretsList());
        if (spec.hasMount()) {
            assignment.setMount(spec.getMount());
        } else if (spec.hasBlock()) {
            assignment.setBlock(spec.getBlock());
        }
        assign.targets().stream()
                .sorted(Comparator.comparing(Claim::targetId))
                .forEach(claim -> assignment.addTargets(AssignmentTarget.newBuilder()
                        .setId(claim.targetId())
                        .setTask(claim.task())
                        .setReadOnly(claim.readOnly())));
        return assignment.build();
    }
}
