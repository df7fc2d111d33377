package io.hawser.node.plugin.files;

import io.hawser.csi.CsiEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The sockets below one folder at one moment.
 *
 * @param sockets by path: what tells the socket from an earlier one at the same path
 * @param unusable by path: why the socket cannot be called, or the folder cannot be listed
 */
public record SocketListing(Map<Path, Object> sockets, Map<Path, String> unusable) {
    /** No machine has as many plugins: a folder that is filled by mistake must not take the agent's memory. */
    static final int MOST = 1_000;

    private static final int DEEPEST = 8;

    /** Lists a folder's entries, in order. */
    interface Lister {
        List<Path> children(Path folder) throws IOException;
    }

    /** Says what tells the socket from an earlier one at its path; empty if no socket is there. */
    interface Looker {
        Optional<Object> identity(Path file) throws IOException;
    }

    /**
     * {@code *.sock} in the folder, and {@code csi.sock} in its sub-folders, as drivers are shipped.
     *
     * @param used sockets that others do not displace, as they were found
     */
    public static SocketListing ofPlugins(Path folder, Map<Path, Object> used) {
        return ofPlugins(folder, used, SocketListing::children, SocketListing::identity);
    }

    static SocketListing ofPlugins(Path folder, Map<Path, Object> used, Lister lister, Looker looker) {
        List<Path> found = new ArrayList<>();
        TreeMap<Path, String> unusable = new TreeMap<>();
        // The sub-folders are not listed: drivers mount things there.
        for (Path child : listed(folder, used.keySet(), lister, found, unusable)) {
            found.add(child.getFileName().toString().endsWith(".sock") ? child : child.resolve("csi.sock"));
        }
        return of(folder, found, used, looker, unusable);
    }

    /**
     * Every socket, also in sub-folders, as the kubelet looks for them: names that begin with a dot are left out.
     *
     * @param used sockets that others do not displace, as they were found
     */
    public static SocketListing ofRegistrations(Path folder, Map<Path, Object> used) {
        return ofRegistrations(folder, used, SocketListing::children, SocketListing::identity);
    }

    static SocketListing ofRegistrations(Path folder, Map<Path, Object> used, Lister lister, Looker looker) {
        List<Path> found = new ArrayList<>();
        TreeMap<Path, String> unusable = new TreeMap<>();
        walk(folder, DEEPEST, used.keySet(), lister, found, unusable);
        return of(folder, found, used, looker, unusable);
    }

    private static void walk(
            Path folder, int depth, Set<Path> used, Lister lister, List<Path> found, TreeMap<Path, String> unusable) {
        for (Path child : listed(folder, used, lister, found, unusable)) {
            if (child.getFileName().toString().startsWith(".")) {
                continue;
            }
            found.add(child);
            if (depth > 1 && Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                walk(child, depth - 1, used, lister, found, unusable);
            } else if (!Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
                // Perhaps it is a folder that cannot be looked at: nothing says that what was found there is gone.
                below(child, used).forEach(found::add);
            }
        }
    }

    private static Stream<Path> below(Path folder, Set<Path> used) {
        return used.stream().filter(socket -> socket.startsWith(folder) && !socket.equals(folder));
    }

    private static List<Path> listed(
            Path folder, Set<Path> used, Lister lister, List<Path> found, TreeMap<Path, String> unusable) {
        try {
            return lister.children(folder);
        } catch (IOException e) {
            // Nothing says that what was found there before is gone.
            below(folder, used).forEach(found::add);
            unusable.put(
                    folder,
                    "the folder " + folder + " cannot be listed: " + e + "; no new plugin is found there until it can");
            return List.of();
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException absent) {
            return List.of();
        } catch (UncheckedIOException broken) {
            throw broken.getCause();
        }
    }

    private static SocketListing of(
            Path folder, List<Path> files, Map<Path, Object> used, Looker looker, TreeMap<Path, String> unusable) {
        TreeMap<Path, Object> sockets = new TreeMap<>();
        for (Path file : files.stream()
                .sorted(Comparator.comparing((Path file) -> !used.containsKey(file)))
                .toList()) {
            Optional<Object> identity = seen(file, used, looker, unusable);
            if (identity.isEmpty()) {
                continue;
            }
            if (isTooLong(file)) {
                unusable.put(
                        file,
                        "the path of socket " + file + " has more than " + CsiEndpoint.LONGEST_SOCKET_PATH_BYTES
                                + " bytes, the most that the kernel takes; its plugin is not on this node until the"
                                + " path is shorter");
            } else if (sockets.size() == MOST) {
                // One sentence for all of them.
                unusable.putIfAbsent(
                        folder,
                        "the folder " + folder + " has more than " + MOST
                                + " sockets; the last found, in the order of their names, are not used until there"
                                + " are fewer");
            } else {
                sockets.put(file, identity.get());
            }
        }
        return new SocketListing(sockets, unusable);
    }

    private static boolean isTooLong(Path file) {
        return file.toString().getBytes(StandardCharsets.UTF_8).length > CsiEndpoint.LONGEST_SOCKET_PATH_BYTES;
    }

    /** A socket that cannot be looked at is not gone: one that is used stays in use. */
    private static Optional<Object> seen(
            Path file, Map<Path, Object> used, Looker looker, TreeMap<Path, String> unusable) {
        try {
            return looker.identity(file);
        } catch (IOException e) {
            unusable.put(
                    file,
                    "socket " + file + " cannot be looked at: " + e
                            + (used.containsKey(file) ? "; its plugin stays in use" : "; it is not used until it can"));
            return Optional.ofNullable(used.get(file));
        }
    }

    /** As {@link #sockets} has it; of a socket that cannot be looked at, what was known. */
    public static Optional<Object> identity(Path file, Map<Path, Object> used) {
        return seen(file, used, SocketListing::identity, new TreeMap<>());
    }

    /** Inode and time: inode numbers are soon reused. */
    static Optional<Object> identity(Path file) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isOther()
                    ? Optional.of(attributes.fileKey() + " " + attributes.creationTime())
                    : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException unknown) {
            // What lies below a file is asked for, too.
            if (Files.isRegularFile(Objects.requireNonNull(file.getParent()))) {
                return Optional.empty();
            }
            throw unknown;
        }
    }
}
