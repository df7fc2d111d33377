package io.hawser.node.group.files;

import io.hawser.mounts.MountEntry;
import io.hawser.node.rights.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Gives volumes to groups, if the agent is allowed to and can.
 *
 * @param allowed whether files may be changed
 * @param proc usually {@code /proc}
 */
public record VolumeGroups(boolean allowed, Path proc) {
    private static final Capability[] NEEDED = {
        Capability.CHOWN, Capability.DAC_READ_SEARCH, Capability.FOWNER, Capability.FSETID
    };

    /**
     * Looks at the root of the volume first: only if that does not belong to the group, or lacks the setgid bit, is
     * anything changed. Blocks as long as that takes.
     *
     * @return why not all files belong to the group; empty: they do, or it was cut
     */
    public Optional<String> give(MountEntry mount, String group, BooleanSupplier cut) {
        OptionalInt gid = gid(group);
        if (gid.isEmpty()) {
            return Optional.of(
                    "group '" + group + "' is no number, and the plugin on this node takes none (VOLUME_MOUNT_GROUP)");
        }
        if (mount.options().contains("ro")) {
            return Optional.empty();
        }
        try (Descriptor root = Descriptor.folder(mount.mountPoint())) {
            GroupWalk walk = new GroupWalk(root, gid.getAsInt(), cut);
            if (walk.done()) {
                return Optional.empty();
            }
            Optional<String> refusal = refusal();
            if (refusal.isPresent()) {
                return Optional.of("the volume does not belong to group " + group
                        + ", the plugin on this node cannot change that (VOLUME_MOUNT_GROUP), and " + refusal.get());
            }
            walk.run();
            return walk.done() || cut.getAsBoolean()
                    ? Optional.empty()
                    : Optional.of("the file system does not keep group " + group + " and the setgid bit");
        } catch (IOException e) {
            return Optional.of("the volume cannot be given to group " + group + ": " + e.getMessage());
        }
    }

    private Optional<String> refusal() throws IOException {
        if (!allowed) {
            return Optional.of("the agent may not (HAWSER_FS_GROUP)");
        }
        List<Capability> lacking = Capability.lacking(Files.readAllLines(proc.resolve("self/status")), NEEDED);
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of("the agent lacks "
                        + lacking.stream().map(Capability::toString).collect(Collectors.joining(", ")));
    }

    /** The kernel's numbers have 32 bits; the last one means "no change". */
    private static OptionalInt gid(String group) {
        try {
            int gid = Integer.parseUnsignedInt(group);
            return gid == -1 ? OptionalInt.empty() : OptionalInt.of(gid);
        } catch (NumberFormatException word) {
            return OptionalInt.empty();
        }
    }
}
