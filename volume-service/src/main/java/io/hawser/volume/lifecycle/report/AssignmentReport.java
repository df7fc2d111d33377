package io.hawser.volume.lifecycle.report;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import java.util.Comparator;
import java.util.List;

/** The records of a volume on {@code hawser.assignments}. */
public final class AssignmentReport {
    private AssignmentReport() {}

    /**
     * The last assignments to the nodes: under one generation an assignment always says the same. If a lost database
     * drew a later generation, the last assignment is unknown.
     *
     * @param holders granted and releasing claims
     */
    public static List<Assignment> standing(Volume volume, List<Claim> holders) {
        return volume.publications().values().stream()
                .filter(publication ->
                        publication.announced() && publication.state() != Publication.State.PENDING_PUBLISH)
                .map(publication -> of(
                        volume,
                        new Effect.Assign(
                                publication,
                                publication.state() != Publication.State.PUBLISHED,
                                holders.stream()
                                        .filter(claim -> claim.node().equals(publication.node())
                                                && publication.assigned().contains(claim.targetId()))
                                        .toList())))
                .toList();
    }

    public static Assignment of(Volume volume, Effect.Assign assign) {
        Publication publication = assign.publication();
        Assignment.Builder assignment = Assignment.newBuilder()
                .setNode(publication.node().value())
                .setVolume(volume.name().value())
                .setUid(volume.uid())
                .setGeneration(publication.generation())
                .setPlugin(volume.spec().getPlugin())
                .setVolumeId(volume.provision().info().volumeId());
        if (assign.nothing()) {
            return assignment
                    .setNothing(true)
                    .setForget(publication.forget().announced())
                    .build();
        }
        VolumeSpec spec = publication.options().over(volume.spec());
        assignment
                .putAllVolumeContext(volume.provision().info().context())
                .putAllPublishContext(publication.publishContext())
                .setScope(spec.getScope())
                .setSharing(spec.getSharing())
                .addAllSecrets(spec.getSecretsList());
        publication.options().multiWriter().ifPresent(assignment::setSingleNodeMultiWriter);
        if (spec.hasMount()) {
            assignment.setMount(spec.getMount());
            if (publication.options().groupByAgent()) {
                assignment.setFsGroup(volume.spec().getMount().getVolumeMountGroup());
            }
        } else if (spec.hasBlock()) {
            assignment.setBlock(spec.getBlock());
        }
        assign.targets().stream()
                .sorted(Comparator.comparing(Claim::targetId))
                .forEach(claim -> assignment.addTargets(AssignmentTarget.newBuilder()
                        .setId(claim.targetId().value())
                        .setTask(claim.task().value())
                        .setReadOnly(claim.readOnly())));
        return assignment.build();
    }
}
