package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.orphan.UnexplainedMount;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a decision about a volume reads besides the volume; all of it is locked.
 *
 * @param nodes every node with a claim or a publication
 * @param barrierReached whether the removal's barrier is noted and reached, and no node has an orphaned mount of the
 *     volume
 * @param orphans orphaned mounts of the volume, by node
 * @param waiting the targets of tasks that wait for the volume, or that may have it without a claim, by node
 * @param later nodes with a mount of a later volume that has this one's id at the plugin, and whose creation waits
 */
public record VolumeInputs(
        Optional<PluginFacts> plugin,
        Map<NodeName, NodeFacts> nodes,
        boolean barrierReached,
        Map<NodeName, Orphan> orphans,
        Map<NodeName, Set<TargetId>> waiting,
        Set<NodeName> later) {
    public VolumeInputs {
        nodes = Map.copyOf(nodes);
        orphans = Map.copyOf(orphans);
        waiting = Map.copyOf(waiting);
        later = Set.copyOf(later);
    }

    /**
     * An orphaned mount.
     *
     * @param since when the node reported it
     * @param message why it is not resolved yet, and what resolves it; empty = not examined yet
     */
    public record Orphan(Instant since, String message, UnexplainedMount mount) {}

    /**
     * @param endpoint of the current controller instance; empty = none is healthy
     * @param version changes with the vendor version and the capabilities
     */
    public record PluginFacts(String endpoint, CapabilitySet capabilities, long version) {
        /** CREATE_DELETE_VOLUME. */
        public boolean creates() {
            return capabilities.hasController() && capabilities.createsVolumes();
        }

        /** PUBLISH_UNPUBLISH_VOLUME. */
        public boolean publishes() {
            return capabilities.hasController() && capabilities.publishesUnpublishes();
        }

        /** LIST_VOLUMES and LIST_VOLUMES_PUBLISHED_NODES. */
        boolean listsPublishedNodes() {
            return capabilities.hasController() && capabilities.listsVolumes() && capabilities.listsPublishedNodes();
        }
    }

    /**
     * @param csiNodeId the plugin's name of the node; empty = unknown
     * @param mounted the node has something of the volume that no known assignment explains
     * @param removed from the inventory; whether it was fenced then is remembered
     * @param unconfirmed since when a fence is requested that has no effect yet
     * @param heard the node is in the inventory, and its agent is not suspect
     * @param capabilities those of the plugin there
     */
    public record NodeFacts(
            boolean fenced,
            String csiNodeId,
            boolean mounted,
            boolean removed,
            Optional<Instant> unconfirmed,
            boolean heard,
            CapabilitySet capabilities) {
        public static final NodeFacts UNKNOWN =
                new NodeFacts(false, "", false, false, Optional.empty(), false, CapabilitySet.NONE);
    }

    /**
     * An unconfirmed detach does not count while its node is fenced and cannot write any more. The record stays. If the
     * fence ends, or the node is back in the inventory without a fence, the detach counts again before anything is
     * granted there or deleted.
     */
    private boolean forgiven(Publication publication) {
        return publication.state() == Publication.State.UNCONFIRMED_DETACH
                && node(publication.node()).fenced();
    }

    /** Whether the volume's removal keeps the storage: the plugin cannot delete it, or Hawser did not create it. */
    boolean keeps(Volume volume) {
        return !volume.provision().mayHaveActed() && (volume.existedBefore() || cannotCreate());
    }

    /**
     * Whether the volume's removal waits for the node. Nothing remembers after it that the node may still write: that
     * harms no storage that is deleted, but what is kept may be registered again. So that waits for the report, for the
     * end of the machine, or for force.
     */
    boolean holdsRemoval(Publication publication, Volume volume) {
        boolean forced = volume.removal().filter(Volume.Removal::force).isPresent();
        return !forgiven(publication) || keeps(volume) && !forced && !destroyed(publication.node());
    }

    /**
     * Whether the plugin may be asked to detach. A node that only a fence made to lose the volume must be fenced still:
     * after the fence is taken back its containers may run again, or have never stopped.
     */
    boolean mayDetach(Publication leaving) {
        return !leaving.unconfirmed()
                || leaving.mounts().nothingLeft()
                || node(leaving.node()).fenced();
    }

    /**
     * Whether the node reports a mount after it reported that nothing is left, or before anything was known of it: for
     * example a NodePublishVolume took effect late. It unmounts first.
     */
    boolean isTakenBack(Publication leaving) {
        return leaving.state() == Publication.State.PENDING_UNPUBLISH
                && !leaving.unconfirmed()
                && (leaving.announced()
                        ? leaving.mounts().hasSomething()
                        : node(leaving.node()).mounted());
    }

    /** Whether the node may have mounts of the volume. */
    boolean mayBeMounted(Publication publication) {
        return switch (publication.state()) {
            case PUBLISHED, PENDING_NODE_UNPUBLISH -> true;
            case PENDING_PUBLISH ->
                publication.attempted()
                        && (publication.announced() || node(publication.node()).mounted());
            case PENDING_UNPUBLISH -> !mayDetach(publication) || isTakenBack(publication);
            case UNCONFIRMED_DETACH -> false;
        };
    }

    /** The node was fenced when it was removed: its report is not waited for any more. */
    boolean destroyed(NodeName node) {
        return node(node).fenced() && node(node).removed();
    }

    /** Whether the node is not in the inventory any more. */
    public boolean removed(NodeName node) {
        return node(node).removed();
    }

    /** Whether a controller can be called. */
    public boolean reachable() {
        return plugin.filter(known -> !known.endpoint().isEmpty()).isPresent();
    }

    /** Whether a controller of the plugin can be called, or the plugin is known to have none. */
    public boolean served() {
        return reachable() || hasNoController();
    }

    /** Whether the plugin is known to have no Controller service. */
    boolean hasNoController() {
        return plugin.filter(known -> !known.capabilities().hasController()).isPresent();
    }

    /** Whether the plugin is known, and creates and deletes no volumes. */
    boolean cannotCreate() {
        return plugin.filter(known -> !known.creates()).isPresent();
    }

    /** What the node lists and does not unmount, and no record explains. */
    Set<TargetId> orphaned(NodeName node) {
        return Optional.ofNullable(orphans.get(node))
                .map(orphan -> orphan.mount().targets())
                .orElse(Set.of());
    }

    /** Whether a node reports the mount of a task that waits: the task is decided first. */
    public boolean isUndecided(Volume volume) {
        return volume.publications().values().stream().anyMatch(this::isUndecided);
    }

    /**
     * Whether the node reports the mount of a task that waits, from a life of the database that is lost. The task may
     * be running, and its decision grants it that mount; an assignment before would take it.
     */
    boolean isUndecided(Publication publication) {
        NodeName node = publication.node();
        return !node(node).fenced()
                && !publication.unconfirmed()
                && waiting.getOrDefault(node, Set.of()).stream()
                        .anyMatch(target -> publication.mounts().ofALaterLife().contains(target)
                                || orphaned(node).contains(target));
    }

    NodeFacts node(NodeName name) {
        return nodes.getOrDefault(name, NodeFacts.UNKNOWN);
    }

    long pluginVersion() {
        return plugin.map(PluginFacts::version).orElse(0L);
    }
}
