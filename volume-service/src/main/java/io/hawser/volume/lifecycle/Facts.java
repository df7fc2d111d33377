package io.hawser.volume.lifecycle;

import java.util.Map;
import java.util.Optional;

/**
 * What a decision about a volume reads besides the volume, all of it locked.
 *
 * @param nodes every node with a claim or a publication
 * @param barrierReached whether the removal's barrier is noted and reached, and no node has something of the volume that no record explains
 */
public record Facts(Optional<PluginFacts> plugin, Map<String, NodeFacts> nodes, boolean barrierReached) {
    public Facts {
        nodes = Map.copyOf(nodes);
    }

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
     */
    public record NodeFacts(boolean fenced, String csiNodeId, boolean mounted) {
        public static final NodeFacts UNKNOWN = new NodeFacts(false, "", false);
    }

    NodeFacts node(String name) {
        return nodes.getOrDefault(name, NodeFacts.UNKNOWN);
    }

    long pluginVersion() {
        return plugin.map(PluginFacts::version).orElse(0L);
    }
}
