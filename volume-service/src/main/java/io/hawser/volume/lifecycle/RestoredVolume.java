package io.hawser.volume.lifecycle;

import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.id.NodeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        Map<NodeName, VolumeOnNode> byNode = new HashMap<>();
        published.getNodesList().forEach(node -> byNode.put(new NodeName(node.getNode()), node));
        Volume now = published.getMayExist() && !copy.provision().created()
                ? copy.with(perhapsCreated(copy.provision(), published))
                : copy;
        for (Publication before : copy.publications().values()) {
            Optional<VolumeOnNode> node = Optional.ofNullable(byNode.get(before.node()));
            // The record names only some of many nodes: a node that it does not name may be among the others.
            boolean known = node.isPresent() || published.getMoreNodes() == 0;
            Optional<Publication> after = known ? LaterLife.afterRecord(before, node) : Optional.empty();
            now = after.map(now::with).orElse(now);
        }
        for (VolumeOnNode node : published.getNodesList()) {
            Optional<Publication> before =
                    Optional.ofNullable(copy.publications().get(new NodeName(node.getNode())));
            boolean later = before.map(Publication::generation).orElse(0L) < node.getGeneration()
                    && node.getGeneration() <= decision.latestGeneration();
            now = later && LaterLife.isLeaving(node) ? now.with(LaterLife.leaving(before, node)) : now;
        }
        List<VolumeOnNode> unexplained = new ArrayList<>();
        for (VolumeOnNode node : published.getNodesList()) {
            Optional<Publication> here = Optional.ofNullable(now.publications().get(new NodeName(node.getNode())));
            boolean attached = here.isEmpty() && !node.getCsiNodeId().isEmpty();
            boolean mounted = here.filter(Publication::announced).isEmpty() && node.getGeneration() > 0;
            if (attached || mounted) {
                unexplained.add(node);
            }
            if (node.getGeneration() <= decision.latestGeneration()) {
                now = here.filter(Publication::announced)
                        .filter(known -> known.generation() < node.getGeneration())
                        .map(known -> known.afterLost(node.getGeneration()))
                        .map(now::with)
                        .orElse(now)
                        .drawn(node.getGeneration());
            }
        }
        return new Compared(now, unexplained);
    }

    /** No CreateVolume was sent for a volume that existed before, which has its name as id. */
    private static Provision perhapsCreated(Provision copy, io.hawser.v1.Volume published) {
        return published.getInfo().getVolumeId().equals(published.getName())
                ? copy.withUncertain(true)
                : copy.intended();
    }
}
