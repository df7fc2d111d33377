package io.hawser.strict.call;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The plugin's capabilities. Two plugins with different capabilities also have different vendor versions, as the
 * specification requires.
 *
 * @param plugin Identity's services
 * @param expansion whether volumes can be expanded while they are in use
 * @param controller the Controller service's capabilities; only with CONTROLLER_SERVICE
 * @param node the Node service's capabilities
 * @param group whether group snapshots are offered
 */
public record Capabilities(
        Set<PluginCapability.Service.Type> plugin,
        Set<PluginCapability.VolumeExpansion.Type> expansion,
        Set<ControllerServiceCapability.RPC.Type> controller,
        Set<NodeServiceCapability.RPC.Type> node,
        boolean group) {

    public Capabilities {
        plugin = copy(plugin, PluginCapability.Service.Type.class);
        expansion = copy(expansion, PluginCapability.VolumeExpansion.Type.class);
        controller = copy(controller, ControllerServiceCapability.RPC.Type.class);
        node = copy(node, NodeServiceCapability.RPC.Type.class);
        if (!controller.isEmpty() && !plugin.contains(PluginCapability.Service.Type.CONTROLLER_SERVICE)) {
            throw new IllegalArgumentException(
                    "controller: capabilities " + controller + " without CONTROLLER_SERVICE");
        }
        if (group != plugin.contains(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE)) {
            throw new IllegalArgumentException("group: must go with GROUP_CONTROLLER_SERVICE");
        }
        if (expansion.size() > 1) {
            throw new IllegalArgumentException("expansion: either ONLINE or OFFLINE, not both");
        }
    }

    private static <E extends Enum<E>> Set<E> copy(Collection<E> from, Class<E> type) {
        EnumSet<E> copy = EnumSet.noneOf(type);
        copy.addAll(from);
        // In the specification's order, so that the same set has the same text in every process.
        return Collections.unmodifiableSet(copy);
    }

    public boolean hasController() {
        return plugin.contains(PluginCapability.Service.Type.CONTROLLER_SERVICE);
    }

    public boolean hasAttach() {
        return controller.contains(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
    }

    public boolean hasStage() {
        return node.contains(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
    }

    public boolean hasTopology() {
        return plugin.contains(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
    }

    public boolean has(ControllerServiceCapability.RPC.Type type) {
        return controller.contains(type);
    }

    public boolean has(NodeServiceCapability.RPC.Type type) {
        return node.contains(type);
    }

    public boolean has(PluginCapability.VolumeExpansion.Type type) {
        return expansion.contains(type);
    }
}
