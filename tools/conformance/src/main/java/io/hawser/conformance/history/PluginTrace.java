package io.hawser.conformance.history;

import io.hawser.strict.StrictPlugin;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.history.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one strict plugin observed, and its state in the end.
 *
 * @param name the plugin's name
 * @param capabilities when the trace began
 * @param nodes the names of its nodes by their CSI ids
 * @param events all of them, in order, since its start
 * @param held its volumes when the tables were read
 * @param running the version that ran then; empty: none, or it is not known
 * @param relayed whether its controller is reached only through relays
 */
public record PluginTrace(
        String name,
        Capabilities capabilities,
        Map<String, String> nodes,
        List<Event> events,
        List<HeldVolume> held,
        Optional<StrictPlugin.Running> running,
        boolean relayed) {
    /** A node's name; the id itself if this plugin has no such node. */
    public String node(String csiId) {
        return nodes.getOrDefault(csiId, csiId);
    }
}
