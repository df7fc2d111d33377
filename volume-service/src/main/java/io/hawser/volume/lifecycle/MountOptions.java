package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
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
 * @param readOnly whether the last ControllerPublishVolume was sent with {@code readonly}
 */
public record MountOptions(
        Optional<List<String>> flags, boolean groupByAgent, Optional<Boolean> multiWriter, boolean readOnly) {
    public static final MountOptions UNKNOWN = new MountOptions(Optional.empty(), false, Optional.empty(), false);

    public MountOptions {
        flags = flags.map(List::copyOf);
    }

    static MountOptions on(NodeFacts node, Provision provision, List<String> flags) {
        CapabilitySet plugin = node.capabilities();
        return new MountOptions(Optional.of(flags), !plugin.mountsWithGroup(), multiWriter(node, provision), false);
    }

    private static Optional<Boolean> multiWriter(NodeFacts node, Provision provision) {
        // Without an id of the node, its plugin is not known.
        boolean unknown = provision.multiWriter() && node.csiNodeId().isEmpty();
        return unknown
                ? Optional.empty()
                : Optional.of(provision.multiWriter() && node.capabilities().nodeSingleNodeMultiWriter());
    }

    MountOptions withoutFlags() {
        return new MountOptions(Optional.empty(), groupByAgent, multiWriter, readOnly);
    }

    MountOptions with(List<String> flags) {
        return new MountOptions(Optional.of(flags), groupByAgent, multiWriter, readOnly);
    }

    MountOptions with(boolean readOnly) {
        return new MountOptions(flags, groupByAgent, multiWriter, readOnly);
    }

    /** Those with which it is attached. Only a call that may have acted fixes with what the next one is sent. */
    static MountOptions attaching(Publication publication, VolumeSpec spec, CapabilitySet plugin) {
        MountOptions options = publication.options();
        return publication.uncertain() ? options : options.with(plugin.publishesReadOnly() && onlyReads(spec));
    }

    /**
     * Whether no task on any node may ever write. Of a volume for one writer, a node that reads may become the one that
     * writes, while others read there: that publication would have to end first.
     */
    static boolean onlyReads(VolumeSpec spec) {
        return spec.getScope() == Scope.SCOPE_MULTI_NODE && spec.getSharing() == Sharing.SHARING_READ_ONLY;
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
