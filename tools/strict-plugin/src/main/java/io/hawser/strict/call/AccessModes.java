package io.hawser.strict.call;

import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;

/** What each access mode allows (specification, message VolumeCapability.AccessMode). */
public final class AccessModes {

    private AccessModes() {}

    /** Whether several nodes may have the volume at the same time. */
    public static boolean onManyNodes(Mode mode) {
        return switch (mode) {
            case MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER -> true;
            case SINGLE_NODE_WRITER,
                    SINGLE_NODE_READER_ONLY,
                    SINGLE_NODE_SINGLE_WRITER,
                    SINGLE_NODE_MULTI_WRITER,
                    UNKNOWN,
                    UNRECOGNIZED -> false;
        };
    }

    /** Whether the volume may be published at several targets of one node. */
    public static boolean atManyTargets(Mode mode) {
        return onManyNodes(mode) || mode == Mode.SINGLE_NODE_MULTI_WRITER;
    }
}
