package io.hawser.hostpath.mount;

import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Makes bind mounts and unmounts them. Repeating either is harmless. A mount of another source is never touched. */
public final class BindMounts {
    private static final long MS_REMOUNT = 1 << 5;
    private static final long MS_BIND = 1 << 12;
    private static final int UMOUNT_NOFOLLOW = 8;

    private BindMounts() {}

    /**
     * Mounts {@code source} at {@code at} with these flags. An existing mount of it gets these flags.
     *
     * @param source a directory, or the file of a device
     * @param at an existing directory or file, as the source is, absolute and without symbolic links
     */
    public static void mount(Path source, Path at, Set<MountFlag> flags) throws IOException {
        MountTable table = MountTable.read();
        Optional<MountEntry> there = table.at(at);
        if (there.isPresent() && !MountSource.of(source, table).shownBy(there.get()))
            throw new RefusedException(Reason.FAILED_PRECONDITION, "something else is mounted at " + at);
        if (there.isPresent()) {
            setFlags(source, at, flags);
            return;
        }
        Libc.mount(source, at, MS_BIND);
        try {
            setFlags(source, at, flags);
        } catch (IOException e) {
            // A writable mount that should be read-only is worse than no mount.
            Libc.umount(at, UMOUNT_NOFOLLOW);
            throw e;
        }
    }

    /**
     * A bind mount gets its flags only by a second call, which must repeat the flags that it has: a user namespace
     * locks some.
     */
    private static void setFlags(Path source, Path at, Set<MountFlag> flags) throws IOException {
        if (flags.isEmpty()) return;
        Set<MountFlag> all = EnumSet.copyOf(flags);
        Set<String> present = options(at);
        if (present.containsAll(flags.stream().map(MountFlag::text).toList())) return;
        present.forEach(option -> MountFlag.parse(option).ifPresent(all::add));
        if (flags.contains(MountFlag.NOATIME)) all.remove(MountFlag.RELATIME);
        Libc.mount(source, at, MS_BIND | MS_REMOUNT | bits(all));
        if (flags.contains(MountFlag.RO) && !options(at).contains("ro"))
            throw new IOException(at + " is mounted, but not read-only");
    }

    private static Set<String> options(Path at) throws IOException {
        return MountTable.read()
                .at(at)
                .orElseThrow(() -> new IOException("the mount at " + at + " vanished while it was made"))
                .options();
    }

    /** Unmounts every mount of one of these sources at {@code at}. */
    public static void unmount(Collection<Path> sources, Path at) throws IOException {
        for (MountTable table = MountTable.read(); ; table = MountTable.read()) {
            Optional<MountEntry> there = table.at(at);
            if (there.isEmpty()) return;
            if (!MountSource.anyShownBy(sources, there.get(), table))
                throw new RefusedException(
                        Reason.INTERNAL, "something else is mounted at " + at + ": it is left alone");
            Libc.umount(at, UMOUNT_NOFOLLOW);
        }
    }

    private static long bits(Set<MountFlag> flags) {
        long bits = 0;
        for (MountFlag flag : flags)
            bits |= switch (flag) {
                case RO -> 1;
                case NOSUID -> 1 << 1;
                case NODEV -> 1 << 2;
                case NOEXEC -> 1 << 3;
                case NOATIME -> 1 << 10;
                case NODIRATIME -> 1 << 11;
                case RELATIME -> 1 << 21;
            };
        return bits;
    }
}
