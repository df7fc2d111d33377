package io.hawser.volume.lifecycle;

import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares a restored older copy of the database with {@code hawser.volumes}. That topic has the last published state
 * of each volume: where it may be attached, and whether the plugin may have it.
 */
public final class RestoredVolume {
    private RestoredVolume() {}

    /**
     * What the copy does not know is uncertain.
     *
     * @param volume with what is uncertain now
     * @param unexplained nodes where the volume may be attached or mounted, but no publication with an assignment is
     *     stored
     */
    public record Compared(Volume volume, List<VolumeOnNode> unexplained) {
        public Compared {
            unexplained = List.copyOf(unexplained);
        }
    }

    /**
     * Compares a volume of the copy with its later published state.
     *
     * @param published of the same uid, under a later revision than the copy's
     */
    public static Compared with(Volume copy, io.hawser.v1.Volume published, DecisionContext decision) {
        Set<NodeName> named = published.getNodesList().stream()
                .map(node -> new NodeName(node.getNode()))
                .collect(Collectors.toSet());
        Volume now = published.getMayExist() && !copy.provision().created()
                ? copy.with(perhapsCreated(copy.provision(), published))
                : copy;
        for (Publication before : copy.publications().values()) {
            if (!named.contains(before.node())) {
                now = now.with(unnamed(before, published.getMoreNodes() > 0));
            }
        }
        List<VolumeOnNode> unexplained = new ArrayList<>();
        for (VolumeOnNode node : published.getNodesList()) {
            boolean drawn = node.getGeneration() <= decision.latestGeneration();
            Optional<Publication> here =
                    onNode(Optional.ofNullable(copy.publications().get(new NodeName(node.getNode()))), node, drawn);
            now = here.map(now::with).orElse(now);
            now = drawn ? now.drawn(node.getGeneration()) : now;
            boolean attached = here.isEmpty() && !node.getCsiNodeId().isEmpty();
            boolean mounted = here.filter(Publication::announced).isEmpty() && node.getGeneration() > 0;
            if (attached || mounted) {
                unexplained.add(node);
            }
        }
        return new Compared(now, unexplained);
    }

    /**
     * @param more the record names only some of many nodes, so this one may be among the others, under a later
     *     generation. It is asked again
     */
    private static Publication unnamed(Publication before, boolean more) {
        return more
                ? before.afterLost(before.generation())
                : LaterLife.afterRecord(before, Optional.empty()).orElse(before);
    }

    /** @param drawn whether the node's generation can have been drawn */
    private static Optional<Publication> onNode(Optional<Publication> before, VolumeOnNode node, boolean drawn) {
        boolean later = drawn && before.map(Publication::generation).orElse(0L) < node.getGeneration();
        // What the node has reported since, the record did not know yet.
        boolean reportedSince = before.filter(known -> known.mounts().reportedGeneration() > node.getGeneration())
                .isPresent();
        if (later && LaterLife.isLeaving(node) && !reportedSince) {
            return Optional.of(LaterLife.leaving(before, node));
        }
        return before.map(
                        known -> LaterLife.afterRecord(known, Optional.of(node)).orElse(known))
                .map(known -> later && known.announced() ? known.afterLost(node.getGeneration()) : known)
                .map(known -> node.getCsiNodeId().isEmpty()
                        ? known
                        : known.fixing(known.options().with(node.getAttachedReadOnly())));
    }

    /** No CreateVolume was sent for a volume that existed before, which has its name as id. */
    private static Provision perhapsCreated(Provision copy, io.hawser.v1.Volume published) {
        if (copy.isToConfirm()) {
            // The plugin is asked again, which does nothing.
            return copy;
        }
        if (published.getInfo().getVolumeId().equals(published.getName())) {
            return copy.withUncertain(true);
        }
        return copy.intended()
                .with(
                        published.hasCreateCapabilities()
                                ? Optional.of(capabilities(published.getCreateCapabilities()))
                                : copy.capabilities());
    }

    private static Provision.CreateCapabilities capabilities(io.hawser.v1.CreateCapabilities published) {
        return new Provision.CreateCapabilities(published.getSingleNodeMultiWriter(), published.getConstrainsAccess());
    }
}
