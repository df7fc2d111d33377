package io.hawser.volume.report;

import io.hawser.bus.envelope.Excerpt;
import io.hawser.v1.ClaimCounts;
import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeInfo;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import java.util.ArrayList;
import java.util.List;

/** What {@code hawser.volumes} says of a volume; of bounded size, and without a revision, so that saying the same twice can be seen. */
public final class VolumeReport {
    private VolumeReport() {}

    /**
     * @param holders claims that are granted or releasing
     * @param waiting how many wait for this volume by name
     * @param pluginAway no controller instance of its plugin is healthy
     * @param differences what the plugin lists differently, as {@link Difference#text}
     */
    public static io.hawser.v1.Volume of(
            Volume volume, List<Claim> holders, int waiting, boolean pluginAway, List<String> differences) {
        io.hawser.v1.Volume.Builder report = io.hawser.v1.Volume.newBuilder()
                .setName(volume.name())
                .setUid(volume.uid())
                .setSpec(withoutFlags(volume.spec()))
                .setPhase(phase(volume))
                .setRemovalRequested(volume.removal().isPresent())
                .setClaims(ClaimCounts.newBuilder()
                        .setWaiting(waiting)
                        .setGranted(count(holders, Claim.State.GRANTED))
                        .setReleasing(count(holders, Claim.State.RELEASING)));
        if (volume.provision().created()) {
            report.setInfo(VolumeInfo.newBuilder()
                    .setVolumeId(volume.provision().info().volumeId())
                    .setCapacityBytes(volume.provision().info().capacityBytes())
                    .addAllAccessibleTopology(volume.provision().info().topology()));
        }
        volume.publications()
                .values()
                .forEach(publication -> report.addNodes(VolumeOnNode.newBuilder()
                        .setNode(publication.node())
                        .setState(state(publication.state()))
                        .setMessage(Excerpt.of(message(publication)))
                        .setGeneration(publication.generation())));
        differences.stream()
                .flatMap(text -> Difference.parse(text).stream())
                .map(difference -> condition(difference.type(), "", difference.sentence()))
                .forEach(report::addConditions);
        return report.addAllConditions(conditions(volume, holders, pluginAway)).build();
    }

    /** Mount flags may hold credentials. */
    private static io.hawser.v1.VolumeSpec withoutFlags(io.hawser.v1.VolumeSpec spec) {
        return spec.hasMount()
                ? spec.toBuilder()
                        .setMount(spec.getMount().toBuilder().clearMountFlags())
                        .build()
                : spec;
    }

    private static VolumePhase phase(Volume volume) {
        if (volume.removal().isPresent()) {
            return VolumePhase.VOLUME_PHASE_REMOVING;
        }
        return volume.provision().created() ? VolumePhase.VOLUME_PHASE_CREATED : VolumePhase.VOLUME_PHASE_CREATING;
    }

    private static List<VolumeCondition> conditions(Volume volume, List<Claim> holders, boolean pluginAway) {
        List<VolumeCondition> conditions = new ArrayList<>();
        String failure = volume.provision().retry().failure();
        if (!failure.isEmpty()) {
            boolean parked = volume.provision().retry().parkedAt().isPresent();
            conditions.add(condition(parked ? "Rejected" : "Uncertain", "", failure));
        }
        if (pluginAway) {
            conditions.add(condition(
                    "PluginUnavailable",
                    "",
                    "no healthy controller of plugin " + volume.spec().getPlugin()));
        }
        for (Publication publication : volume.publications().values()) {
            if (publication.debt()) {
                conditions.add(condition(
                        "Debt",
                        publication.node(),
                        "the node was fenced and has not yet reported that nothing is left"));
            }
            if (publication.retry().parkedAt().isPresent()) {
                conditions.add(condition(
                        "Rejected", publication.node(), publication.retry().failure()));
            }
        }
        if (volume.removal().isPresent()) {
            conditions.add(condition("RemovalHeld", "", heldBy(volume, holders)));
        }
        return conditions;
    }

    /** Who a removal waits for, in words. */
    public static String heldBy(Volume volume, List<Claim> holders) {
        if (!holders.isEmpty()) {
            List<String> tasks = holders.stream()
                    .map(Claim::task)
                    .distinct()
                    .sorted()
                    .limit(5)
                    .toList();
            return "held by " + holders.size() + " claims of tasks " + String.join(", ", tasks);
        }
        if (!volume.publications().isEmpty()) {
            return Excerpt.of(
                    "still on nodes " + String.join(", ", volume.publications().keySet()));
        }
        if (!volume.provision().created() && volume.provision().doubt()) {
            return "unused, and may have been created: it is deleted once CreateVolume has said what it is; force keeps what there is";
        }
        return volume.removal().flatMap(Volume.Removal::barrier).isPresent()
                ? "unused; deleting once everything that was written before has been read"
                : "unused";
    }

    private static VolumeCondition condition(String type, String node, String message) {
        return VolumeCondition.newBuilder()
                .setType(type)
                .setNode(node)
                .setMessage(Excerpt.of(message))
                .build();
    }

    private static int count(List<Claim> claims, Claim.State state) {
        return (int) claims.stream().filter(claim -> claim.state() == state).count();
    }

    private static String message(Publication publication) {
        if (!publication.retry().failure().isEmpty()) {
            return publication.retry().failure();
        }
        return publication.reported().map(report -> report.getWhy()).orElse("");
    }

    private static PublicationState state(Publication.State state) {
        return switch (state) {
            case PENDING_PUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_PUBLISH;
            case PUBLISHED -> PublicationState.PUBLICATION_STATE_PUBLISHED;
            case PENDING_NODE_UNPUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_NODE_UNPUBLISH;
            case PENDING_UNPUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH;
            case DEBT -> PublicationState.PUBLICATION_STATE_DEBT;
        };
    }
}
