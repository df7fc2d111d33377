package io.hawser.node.holder.files;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One process in {@code /proc} (proc(5)). Of a process that ends meanwhile, or that the agent may not look at, nothing
 * is found. No file system is accessed but {@code /proc}, and of it no file for which the kernel waits for the
 * process's memory: a process that hangs on a dead file system does not stop the agent.
 */
final class ProcessFiles {
    private static final String MOUNT_ID = "mnt_id:";

    private final Path folder;
    /** By the id of the mount in the process's mount namespace. */
    private final Map<String, MountEntry> mounts = new HashMap<>();

    ProcessFiles(Path folder) {
        this.folder = folder;
        try {
            MountTable.lines(folder.resolve("mountinfo")).forEach(line -> MountTable.parse(Stream.of(line))
                    .entries()
                    .forEach(entry -> mounts.put(line.substring(0, line.indexOf(' ')), entry)));
        } catch (IOException gone) {
            mounts.clear();
        }
    }

    String command() {
        try {
            return Files.readString(folder.resolve("comm"), StandardCharsets.ISO_8859_1)
                    .trim();
        } catch (IOException gone) {
            return "";
        }
    }

    /** Whether the process is in another mount namespace than the agent, as far as that may be seen. */
    boolean elsewhere(Path self) {
        Optional<Path> own = link(self.resolve("ns/mnt"));
        Optional<Path> its = link(folder.resolve("ns/mnt"));
        return own.isPresent() && its.isPresent() && !own.equals(its);
    }

    /** The mounts of the process's mount namespace that show one of these ({@link MountEntry#what()}). */
    Set<MountEntry> mounted(Set<String> wanted) {
        return mounts.values().stream()
                .filter(entry -> wanted.contains(entry.what()))
                .collect(Collectors.toSet());
    }

    /** The mounts that the process's open files are on; empty: its files may not be looked at. */
    Optional<Set<MountEntry>> open() {
        Set<MountEntry> open = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("fdinfo"))) {
            for (Path file : files) {
                mountId(file).flatMap(id -> Optional.ofNullable(mounts.get(id))).ifPresent(open::add);
            }
            return Optional.of(open);
        } catch (IOException | java.nio.file.DirectoryIteratorException notAllowedOrGone) {
            return Optional.empty();
        }
    }

    /**
     * The mount that this link leads into.
     *
     * @param name {@code cwd} or {@code exe}
     */
    Optional<MountEntry> linked(String name) {
        return link(folder.resolve(name)).flatMap(path -> mounts.values().stream()
                .filter(entry -> path.startsWith(entry.mountPoint()))
                .max(Comparator.comparingInt(entry -> entry.mountPoint().getNameCount())));
    }

    private static Optional<String> mountId(Path file) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            return lines.stream()
                    .filter(line -> line.startsWith(MOUNT_ID))
                    .map(line -> line.substring(MOUNT_ID.length()).trim())
                    .findFirst();
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    private static Optional<Path> link(Path file) {
        try {
            return Optional.of(Files.readSymbolicLink(file));
        } catch (IOException | InvalidPathException notAllowedOrGone) {
            return Optional.empty();
        }
    }
}
