package io.hawser.volume.lifecycle;

import io.hawser.v1.VolumeSpec;
import java.util.List;
import java.util.Optional;

/**
 * How a volume is mounted on a node. CSI keeps one capability per volume and node, so the first task there fixes the
 * options until the publication ends.
 *
 * @param flags the mount flags of the tasks that have the volume there; empty if unknown
 * @param groupByAgent the plugin there takes no group (VOLUME_MOUNT_GROUP), so the agent gives the files to the
 *     volume's
 */
public record MountOptions(Optional<List<String>> flags, boolean groupByAgent) {
    public static final MountOptions UNKNOWN = new MountOptions(Optional.empty(), false);

    public MountOptions {
        flags = flags.map(List::copyOf);
    }

    MountOptions withoutFlags() {
        return new MountOptions(Optional.empty(), groupByAgent);
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
