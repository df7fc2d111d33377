package io.hawser.volume.lifecycle;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a decision about a volume reads besides the volume, all of it locked.
 *
 * @param nodes every node with a claim or a publication
 * @param barrierReached whether the removal's barrier is noted and reached, and no node has something of the volume
 *     that no record explains
 * @param orphans nodes that have something of the volume that no record explains
 */
public record VolumeInputs(
        Optional<PluginFacts> plugin,
        Map<String, NodeFacts> nodes,
        boolean barrierReached,
        Map<String, Orphan> orphans) {
    public VolumeInputs {
        nodes = Map.copyOf(nodes);
        orphans = Map.copyOf(orphans);
    }

    public VolumeInputs(Optional<PluginFacts> plugin, Map<String, NodeFacts> nodes, boolean barrierReached) {
        this(plugin, nodes, barrierReached, Map.of());
    }

    /**
     * A mount that no record explains.
     *
     * @param since when it was reported
     * @param message why it is not answered yet, and what ends that; empty = nobody has looked yet
     */
    public record Orphan(Instant since, String message) {}

    /**
     * @param endpoint of the current controller instance; empty = none is healthy
     * @param creates CREATE_DELETE_VOLUME
     * @param publishes PUBLISH_UNPUBLISH_VOLUME
     * @param version another number for another vendor version or set of capabilities
     */
    public record PluginFacts(String endpoint, boolean creates, boolean publishes, long version) {}

    /**
     * @param csiNodeId the plugin's name of the node; empty = not known
     * @param mounted it has something of the volume, and no assignment that is known says why
     * @param removed from the inventory; whether it was fenced then is remembered
     * @param unconfirmed since when a fence is said that is not acted on yet
     */
    public record NodeFacts(
            boolean fenced, String csiNodeId, boolean mounted, boolean removed, Optional<Instant> unconfirmed) {
        public static final NodeFacts UNKNOWN = new NodeFacts(false, "", false, false);

        public NodeFacts(boolean fenced, String csiNodeId, boolean mounted) {
            this(fenced, csiNodeId, mounted, false);
        }

        public NodeFacts(boolean fenced, String csiNodeId, boolean mounted, boolean removed) {
            this(fenced, csiNodeId, mounted, removed, Optional.empty());
        }
    }

    /**
     * An unconfirmed detach does not count while its node can write no more. Nothing of it is forgotten: with a node
     * that is not fenced any more, or is back in the
     * inventory and not fenced, it counts again, before anything is granted there or deleted.
     */
    boolean forgiven(Publication publication) {
        return publication.state() == Publication.State.UNCONFIRMED_DETACH
                && node(publication.node()).fenced();
    }

    /** The node was fenced when it was removed: nobody waits for its word any more. */
    boolean destroyed(String node) {
        return node(node).fenced() && node(node).removed();
    }

    /** Whether a controller can be called. */
    public boolean reachable() {
        return plugin.filter(known -> !known.endpoint().isEmpty()).isPresent();
    }

    NodeFacts node(String name) {
        return nodes.getOrDefault(name, NodeFacts.UNKNOWN);
    }

    long pluginVersion() {
        return plugin.map(PluginFacts::version).orElse(0L);
    }
}
