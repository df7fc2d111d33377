package io.hawser.volume.lifecycle.report;

import io.hawser.message.Events;
import io.hawser.message.Truncated;
import io.hawser.v1.ClaimCounts;
import io.hawser.v1.CreateCapabilities;
import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeInfo;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.ConditionType;
import io.hawser.volume.lifecycle.Conditions.Condition;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.sweep.Difference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The record of a volume on {@code hawser.volumes}. Its size is bounded. It has no revision, so that two equal states
 * compare equal.
 */
public final class VolumeReport {
    private VolumeReport() {}

    /** @param since since when, if known */
    public record Suspect(String message, Optional<Instant> since) {}

    /**
     * @param holders granted and releasing claims
     * @param waiting how many claims wait for this volume by name
     * @param conditions what is not settled
     * @param differences what the plugin lists differently, as {@link Difference#text}
     * @param suspects the suspect nodes among those of the volume
     */
    public static io.hawser.v1.Volume of(
            Volume volume,
            List<Claim> holders,
            int waiting,
            List<Condition> conditions,
            List<String> differences,
            Map<NodeName, Suspect> suspects) {
        io.hawser.v1.Volume.Builder report = io.hawser.v1.Volume.newBuilder()
                .setName(volume.name().value())
                .setUid(volume.uid())
                .setSpec(withoutFlags(volume.spec()))
                .setPhase(phase(volume))
                .setMayExist(volume.provision().created() || volume.provision().uncertain())
                .setCreateAttempted(volume.provision().attempted() && !volume.existedBefore())
                .setRemovalRequested(volume.removal().isPresent())
                .setClaims(ClaimCounts.newBuilder()
                        .setWaiting(waiting)
                        .setGranted(count(holders, Claim.State.GRANTED))
                        .setReleasing(count(holders, Claim.State.RELEASING)));
        volume.provision()
                .capabilities()
                .ifPresent(capabilities -> report.setCreateCapabilities(CreateCapabilities.newBuilder()
                        .setSingleNodeMultiWriter(capabilities.singleNodeMultiWriter())
                        .setConstrainsAccess(capabilities.constrainsAccess())));
        if (volume.provision().created()) {
            report.setInfo(VolumeInfo.newBuilder()
                    .setVolumeId(volume.provision().info().volumeId())
                    .setCapacityBytes(volume.provision().info().capacityBytes())
                    .addAllAccessibleTopology(volume.provision().info().topology()));
        }
        List<VolumeOnNode> nodes = volume.publications().values().stream()
                .map(VolumeReport::onNode)
                .toList();
        List<VolumeOnNode> shownNodes = Shown.nodes(nodes);
        List<Condition> all = all(conditions, differences, suspects);
        List<Condition> shownConditions = Shown.conditions(all);
        return report.addAllNodes(shownNodes)
                .setMoreNodes(nodes.size() - shownNodes.size())
                .addAllConditions(
                        shownConditions.stream().map(VolumeReport::condition).toList())
                .setMoreConditions(all.size() - shownConditions.size())
                .build();
    }

    /** The volume on one node; the record names only some nodes. */
    public static VolumeOnNode onNode(Publication publication) {
        return VolumeOnNode.newBuilder()
                .setNode(publication.node().value())
                .setState(state(publication.state()))
                .setMessage(Truncated.of(message(publication)))
                .setGeneration(publication.generation())
                .setCsiNodeId(publication.mayBeAttached() ? publication.csiNodeId() : "")
                .setAttachedReadOnly(
                        publication.mayBeAttached() && publication.options().readOnly())
                .build();
    }

    private static List<Condition> all(
            List<Condition> conditions, List<String> differences, Map<NodeName, Suspect> suspects) {
        List<Condition> all = new ArrayList<>();
        differences.stream()
                .flatMap(text -> Difference.parse(text).stream())
                .map(difference -> new Condition(difference.type(), difference.sentence(), Optional.empty()))
                .forEach(all::add);
        new TreeMap<>(suspects)
                .forEach((node, suspect) -> all.add(new Condition(
                        ConditionType.NODE_SUSPECT,
                        Optional.of(node),
                        "the node is suspect: " + suspect.message(),
                        suspect.since())));
        all.addAll(conditions);
        return all;
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

    private static VolumeCondition condition(Condition condition) {
        VolumeCondition.Builder said = VolumeCondition.newBuilder()
                .setType(condition.type().word())
                .setNode(condition.node().map(NodeName::value).orElse(""))
                .setMessage(condition.message());
        condition.since().map(Events::timestamp).ifPresent(said::setSince);
        return said.build();
    }

    private static int count(List<Claim> claims, Claim.State state) {
        return (int) claims.stream().filter(claim -> claim.state() == state).count();
    }

    private static String message(Publication publication) {
        if (!publication.retry().failure().isEmpty()) {
            return publication.retry().failure();
        }
        return publication
                .mounts()
                .reported()
                .map(report -> report.getMessage())
                .orElse("");
    }

    private static PublicationState state(Publication.State state) {
        return switch (state) {
            case PENDING_PUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_PUBLISH;
            case PUBLISHED -> PublicationState.PUBLICATION_STATE_PUBLISHED;
            case PENDING_NODE_UNPUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_NODE_UNPUBLISH;
            case PENDING_UNPUBLISH -> PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH;
            case UNCONFIRMED_DETACH -> PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH;
        };
    }
}
