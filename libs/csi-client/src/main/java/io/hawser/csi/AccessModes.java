package io.hawser.csi;

import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.Assignment;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import java.util.Optional;

/**
 * Expresses in CSI's terms how a volume may be used (CSI, "VolumeCapability"). SINGLE_NODE_WRITER leaves open whether
 * tasks on the node may share; plugins that support the two newer modes get those.
 */
public final class AccessModes {

    private AccessModes() {}

    /**
     * The access mode; empty if CSI has none: many nodes but one task at a time, or a value from a newer version.
     *
     * @param singleNodeMultiWriter whether the called service advertises SINGLE_NODE_MULTI_WRITER
     */
    public static Optional<Mode> mode(Scope scope, Sharing sharing, boolean singleNodeMultiWriter) {
        return switch (scope) {
            case SCOPE_UNSPECIFIED, SCOPE_SINGLE_NODE -> singleNode(sharing, singleNodeMultiWriter);
            case SCOPE_MULTI_NODE -> multiNode(sharing);
            case UNRECOGNIZED -> Optional.empty();
        };
    }

    private static Optional<Mode> singleNode(Sharing sharing, boolean singleNodeMultiWriter) {
        return switch (sharing) {
            case SHARING_UNSPECIFIED, SHARING_NONE ->
                Optional.of(singleNodeMultiWriter ? Mode.SINGLE_NODE_SINGLE_WRITER : Mode.SINGLE_NODE_WRITER);
            case SHARING_READ_ONLY -> Optional.of(Mode.SINGLE_NODE_READER_ONLY);
            // One writer beside readers needs several publishes on the node, which SINGLE_NODE_SINGLE_WRITER forbids.
            case SHARING_ONE_WRITER, SHARING_ALL ->
                Optional.of(singleNodeMultiWriter ? Mode.SINGLE_NODE_MULTI_WRITER : Mode.SINGLE_NODE_WRITER);
            case UNRECOGNIZED -> Optional.empty();
        };
    }

    private static Optional<Mode> multiNode(Sharing sharing) {
        return switch (sharing) {
            case SHARING_READ_ONLY -> Optional.of(Mode.MULTI_NODE_READER_ONLY);
            case SHARING_ONE_WRITER -> Optional.of(Mode.MULTI_NODE_SINGLE_WRITER);
            case SHARING_ALL -> Optional.of(Mode.MULTI_NODE_MULTI_WRITER);
            case SHARING_UNSPECIFIED, SHARING_NONE, UNRECOGNIZED -> Optional.empty();
        };
    }

    /** The capability for the Controller service; empty if the spec has no CSI access mode or no access type. */
    public static Optional<VolumeCapability> capability(VolumeSpec spec, boolean singleNodeMultiWriter) {
        return mode(spec.getScope(), spec.getSharing(), singleNodeMultiWriter)
                .flatMap(mode -> switch (spec.getAccessTypeCase()) {
                    case MOUNT -> Optional.of(mount(mode, spec.getMount()));
                    case BLOCK -> Optional.of(block(mode));
                    case ACCESSTYPE_NOT_SET -> Optional.empty();
                });
    }

    /** The capability for the Node service; empty if the assignment has no CSI access mode or no access type. */
    public static Optional<VolumeCapability> capability(Assignment assignment, boolean singleNodeMultiWriter) {
        boolean asFixed = !assignment.hasSingleNodeMultiWriter() || assignment.getSingleNodeMultiWriter();
        return mode(assignment.getScope(), assignment.getSharing(), singleNodeMultiWriter && asFixed)
                .flatMap(mode -> switch (assignment.getAccessTypeCase()) {
                    case MOUNT -> Optional.of(mount(mode, assignment.getMount()));
                    case BLOCK -> Optional.of(block(mode));
                    case ACCESSTYPE_NOT_SET -> Optional.empty();
                });
    }

    public static VolumeCapability mount(Mode mode, MountAccess access) {
        return with(mode)
                .setMount(VolumeCapability.MountVolume.newBuilder()
                        .setFsType(access.getFsType())
                        .addAllMountFlags(access.getMountFlagsList())
                        .setVolumeMountGroup(access.getVolumeMountGroup()))
                .build();
    }

    public static VolumeCapability block(Mode mode) {
        return with(mode)
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .build();
    }

    private static VolumeCapability.Builder with(Mode mode) {
        return VolumeCapability.newBuilder()
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode));
    }
}
