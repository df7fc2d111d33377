package io.hawser.mounts;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Deletes a folder with its content, but nothing that is only mounted or linked there. */
public final class DeleteTree {
    /** In characters, each of at most three bytes: the kernel accepts no path of more than 4,095 bytes. */
    private static final int LONGEST_PATH_BELOW = 1000;

    private DeleteTree() {}

    /**
     * Deletes a folder or a file. Does nothing if it does not exist.
     *
     * @param last files by their paths in the folder, which are deleted in this order after everything else: while they
     *     exist, others see that the folder is not gone, and a failed deletion can be repeated
     * @throws IOException if something is mounted in the folder, or it is a link, and nothing is deleted; if something
     *     is mounted there meanwhile, whose content stays; or if a deletion fails
     */
    public static void of(Path folder, String... last) throws IOException {
        of(folder, () -> MountTable.ofTwoReads(MountTable::read), last);
    }

    /** @param reads the mount table */
    static void of(Path folder, Supplier<MountTable> reads, String... last) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " is a link");
        }
        Path real = folder.toRealPath();
        try (WatchedTable mounts = new WatchedTable(reads, System::nanoTime)) {
            requireNoMount(real, mounts);
            if (Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
                new Deleting(real, Stream.of(last).map(real::resolve).toList(), mounts).all();
            } else {
                Files.delete(real);
            }
        }
    }

    private static void requireNoMount(Path folder, WatchedTable mounts) throws IOException {
        Optional<Path> mounted = mounts.read().pointsBelow(folder).stream().findFirst();
        if (mounted.isPresent()) {
            throw new IOException(mounted.get() + " is still mounted");
        }
    }

    /**
     * Goes down by open folders (openat, unlinkat): a program that puts a link in a folder's place meanwhile does not
     * lead the deletion elsewhere.
     */
    private static final class Deleting {
        private final Path root;
        private final List<Path> last;
        private final WatchedTable mounts;
        private boolean moved;
        private int number;

        Deleting(Path root, List<Path> last, WatchedTable mounts) {
            this.root = root;
            this.last = last;
            this.mounts = mounts;
        }

        void all() throws IOException {
            do {
                moved = false;
                try (DirectoryStream<Path> open = Files.newDirectoryStream(root)) {
                    requireNoMount(root, mounts);
                    var top = (SecureDirectoryStream<Path>) open;
                    empty(top, top);
                } catch (DirectoryIteratorException e) {
                    throw e.getCause();
                }
            } while (moved);
            for (Path file : last) {
                deleteUpToRoot(file);
            }
            Files.delete(root);
        }

        private void empty(SecureDirectoryStream<Path> folder, SecureDirectoryStream<Path> top) throws IOException {
            for (Path path : folder) {
                Path name = path.getFileName();
                if (!isDirectory(folder, name)) {
                    if (!last.contains(path)) {
                        folder.deleteFile(name);
                    }
                } else if (path.toString().length() - root.toString().length() > LONGEST_PATH_BELOW) {
                    folder.move(name, top, unusedName());
                    moved = true;
                } else {
                    try (var below = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                        // A mount may have come. One that comes later does not show in the open folder.
                        requireNoMount(root, mounts);
                        empty(below, top);
                    }
                    if (last.stream().noneMatch(file -> file.startsWith(path))) {
                        folder.deleteDirectory(name);
                    }
                }
            }
        }

        private static boolean isDirectory(SecureDirectoryStream<Path> folder, Path name) throws IOException {
            return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory();
        }

        private Path unusedName() {
            Path name;
            do {
                name = Path.of("deep-" + number++);
            } while (Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS));
            return name;
        }

        /** Also deletes the folders that contained only this file. */
        private void deleteUpToRoot(Path file) throws IOException {
            Files.deleteIfExists(file);
            for (Path folder = file.getParent(); folder != null && !folder.equals(root); folder = folder.getParent()) {
                Files.deleteIfExists(folder);
            }
        }
    }
}
