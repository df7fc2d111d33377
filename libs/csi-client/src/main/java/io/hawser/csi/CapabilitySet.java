package io.hawser.csi;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GroupControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import java.util.Collection;
import java.util.Set;

/**
 * A plugin's capabilities, as the numbers of the wire. A number from a newer CSI version is kept and has no meaning
 * here.
 *
 * @param plugin {@code PluginCapability.Service.Type}
 * @param expansion {@code PluginCapability.VolumeExpansion.Type}
 * @param controller {@code ControllerServiceCapability.RPC.Type}; also empty if the connection did not ask
 * @param group {@code GroupControllerServiceCapability.RPC.Type}; likewise
 * @param node {@code NodeServiceCapability.RPC.Type}; likewise
 */
public record CapabilitySet(
        Set<Integer> plugin, Set<Integer> expansion, Set<Integer> controller, Set<Integer> group, Set<Integer> node) {

    public static final CapabilitySet NONE = new CapabilitySet(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    public CapabilitySet {
        plugin = Set.copyOf(plugin);
        expansion = Set.copyOf(expansion);
        controller = Set.copyOf(controller);
        group = Set.copyOf(group);
        node = Set.copyOf(node);
    }

    /** Reads the numbers in {@code hawser.plugins} and {@code hawser.fingerprints}. */
    public static CapabilitySet of(
            Collection<Integer> plugin, Collection<Integer> controller, Collection<Integer> node) {
        return new CapabilitySet(Set.copyOf(plugin), Set.of(), Set.copyOf(controller), Set.of(), Set.copyOf(node));
    }

    public boolean has(PluginCapability.Service.Type type) {
        return plugin.contains(type.getNumber());
    }

    public boolean has(PluginCapability.VolumeExpansion.Type type) {
        return expansion.contains(type.getNumber());
    }

    public boolean has(ControllerServiceCapability.RPC.Type type) {
        return controller.contains(type.getNumber());
    }

    public boolean has(GroupControllerServiceCapability.RPC.Type type) {
        return group.contains(type.getNumber());
    }

    public boolean has(NodeServiceCapability.RPC.Type type) {
        return node.contains(type.getNumber());
    }

    public boolean hasController() {
        return has(PluginCapability.Service.Type.CONTROLLER_SERVICE);
    }

    public boolean hasGroupController() {
        return has(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE);
    }

    /** Volumes are reachable from some nodes only, and requests may contain topology. */
    public boolean constrainsAccess() {
        return has(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
    }

    public boolean createsVolumes() {
        return has(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME);
    }

    /** Without it there is no attach: the node may stage or publish without a controller call. */
    public boolean publishesUnpublishes() {
        return has(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
    }

    public boolean publishesReadOnly() {
        return has(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY);
    }

    public boolean listsVolumes() {
        return has(ControllerServiceCapability.RPC.Type.LIST_VOLUMES);
    }

    /** Without it {@code published_node_ids} means nothing. */
    public boolean listsPublishedNodes() {
        return has(ControllerServiceCapability.RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
    }

    public boolean tellsCapacity() {
        return has(ControllerServiceCapability.RPC.Type.GET_CAPACITY);
    }

    public boolean snapshots() {
        return has(ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT);
    }

    public boolean clones() {
        return has(ControllerServiceCapability.RPC.Type.CLONE_VOLUME);
    }

    public boolean modifies() {
        return has(ControllerServiceCapability.RPC.Type.MODIFY_VOLUME);
    }

    public boolean expandsAtController() {
        return has(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME);
    }

    /** The Controller service accepts the access modes SINGLE_NODE_SINGLE_WRITER and SINGLE_NODE_MULTI_WRITER. */
    public boolean singleNodeMultiWriter() {
        return has(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
    }

    /** A volume is staged once on a node before it is published there. */
    public boolean stages() {
        return has(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
    }

    public boolean expandsAtNode() {
        return has(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
    }

    public boolean tellsNodeStats() {
        return has(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS)
                || has(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
    }

    /** The Node service accepts the access modes SINGLE_NODE_SINGLE_WRITER and SINGLE_NODE_MULTI_WRITER. */
    public boolean nodeSingleNodeMultiWriter() {
        return has(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
    }

    public boolean mountsWithGroup() {
        return has(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP);
    }
}
