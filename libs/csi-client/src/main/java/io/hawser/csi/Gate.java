package io.hawser.csi;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GroupControllerServiceCapability;
import java.util.Optional;

/** The capability that the specification requires before the caller may send an RPC. */
public enum Gate {
    /** Always allowed, even while the capabilities cannot be read: identity, probing, and unmounting. */
    ALWAYS(Optional.empty()),
    CONTROLLER_SERVICE(Optional.of(CsiService.CONTROLLER)),
    CREATE_DELETE_VOLUME(Optional.of(CsiService.CONTROLLER)),
    PUBLISH_UNPUBLISH_VOLUME(Optional.of(CsiService.CONTROLLER)),
    LIST_VOLUMES(Optional.of(CsiService.CONTROLLER)),
    GET_CAPACITY(Optional.of(CsiService.CONTROLLER)),
    GET_VOLUME(Optional.of(CsiService.CONTROLLER)),
    MODIFY_VOLUME(Optional.of(CsiService.CONTROLLER)),
    EXPAND_VOLUME(Optional.of(CsiService.CONTROLLER)),
    CREATE_DELETE_SNAPSHOT(Optional.of(CsiService.CONTROLLER)),
    LIST_SNAPSHOTS(Optional.of(CsiService.CONTROLLER)),
    GET_SNAPSHOT(Optional.of(CsiService.CONTROLLER)),
    GROUP_CONTROLLER_SERVICE(Optional.of(CsiService.GROUP_CONTROLLER)),
    GROUP_SNAPSHOT(Optional.of(CsiService.GROUP_CONTROLLER)),
    /** Every node plugin serves the RPC, but the allowed content of the request depends on the node's capabilities. */
    NODE_SERVICE(Optional.of(CsiService.NODE)),
    STAGE_UNSTAGE_VOLUME(Optional.of(CsiService.NODE)),
    GET_VOLUME_STATS(Optional.of(CsiService.NODE)),
    NODE_EXPAND_VOLUME(Optional.of(CsiService.NODE));

    private final Optional<CsiService> service;

    Gate(Optional<CsiService> service) {
        this.service = service;
    }

    /** The service whose capabilities decide; empty: none are read. */
    public Optional<CsiService> service() {
        return service;
    }

    public boolean isOpen(CapabilitySet capabilities) {
        return switch (this) {
            case ALWAYS, NODE_SERVICE -> true;
            case CONTROLLER_SERVICE -> capabilities.hasController();
            case CREATE_DELETE_VOLUME -> capabilities.createsVolumes();
            case PUBLISH_UNPUBLISH_VOLUME -> capabilities.publishesUnpublishes();
            case LIST_VOLUMES -> capabilities.listsVolumes();
            case GET_CAPACITY -> capabilities.tellsCapacity();
            case GET_VOLUME -> capabilities.has(ControllerServiceCapability.RPC.Type.GET_VOLUME);
            case MODIFY_VOLUME -> capabilities.modifies();
            case EXPAND_VOLUME -> capabilities.expandsAtController();
            case CREATE_DELETE_SNAPSHOT -> capabilities.snapshots();
            case LIST_SNAPSHOTS -> capabilities.has(ControllerServiceCapability.RPC.Type.LIST_SNAPSHOTS);
            case GET_SNAPSHOT -> capabilities.has(ControllerServiceCapability.RPC.Type.GET_SNAPSHOT);
            case GROUP_CONTROLLER_SERVICE -> capabilities.hasGroupController();
            case GROUP_SNAPSHOT ->
                capabilities.has(GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT);
            case STAGE_UNSTAGE_VOLUME -> capabilities.stages();
            case GET_VOLUME_STATS -> capabilities.tellsNodeStats();
            case NODE_EXPAND_VOLUME -> capabilities.expandsAtNode();
        };
    }
}
