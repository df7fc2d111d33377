package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import java.util.List;
import java.util.Optional;

/**
 * How a volume is mounted on a node. CSI keeps one capability per volume and node, so the first task there fixes the
 * options until the publication ends.
 *
 * @param flags the mount flags of the tasks that have the volume there; empty if unknown
 * @param groupByAgent the plugin there takes no group (VOLUME_MOUNT_GROUP), so the agent gives the files to the
 *     volume's
 * @param multiWriter whether SINGLE_NODE_SINGLE_WRITER and SINGLE_NODE_MULTI_WRITER are used there, in place of
 *     SINGLE_NODE_WRITER; empty if unknown: then the plugin there decides
 */
public record MountOptions(Optional<List<String>> flags, boolean groupByAgent, Optional<Boolean> multiWriter) {
    public static final MountOptions UNKNOWN = new MountOptions(Optional.empty(), false, Optional.empty());

    public MountOptions {
        flags = flags.map(List::copyOf);
    }

    static MountOptions on(NodeFacts node, Provision provision, List<String> flags) {
        CapabilitySet plugin = node.capabilities();
        return new MountOptions(Optional.of(flags), !plugin.mountsWithGroup(), multiWriter(node, provision));
    }

    private static Optional<Boolean> multiWriter(NodeFacts node, Provision provision) {
        // Without an id of the node, its plugin is not known.
        boolean unknown = provision.multiWriter() && node.csiNodeId().isEmpty();
        return unknown
                ? Optional.empty()
                : Optional.of(provision.multiWriter() && node.capabilities().nodeSingleNodeMultiWriter());
    }

    MountOptions withoutFlags() {
        return new MountOptions(Optional.empty(), groupByAgent, multiWriter);
    }

    MountOptions with(List<String> flags) {
        return new MountOptions(Optional.of(flags), groupByAgent, multiWriter);
    }

    /**
     * The volume's specification for the plugin there: with the flags of the tasks that use it, and with the group only
     * if the plugin takes one.
     */
    public VolumeSpec over(VolumeSpec spec) {
        if (!spec.hasMount()) {
            return spec;
        }
        VolumeSpec.Builder merged = spec.toBuilder();
        merged.getMountBuilder().addAllMountFlags(flags.orElse(List.of()));
        if (groupByAgent) {
            merged.getMountBuilder().clearVolumeMountGroup();
        }
        return merged.build();
    }
}
