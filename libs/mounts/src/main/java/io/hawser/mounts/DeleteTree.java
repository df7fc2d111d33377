package io.hawser.mounts;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
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
     * @throws IOException if something is mounted in the folder, or it is a link, and nothing is deleted; or if a
     *     deletion fails
     */
    public static void of(Path folder, String... last) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " is a link");
        }
        Path real = folder.toRealPath();
        List<Path> mounted = MountTable.read().pointsBelow(real);
        if (!mounted.isEmpty()) {
            throw new IOException(mounted.getFirst() + " is still mounted");
        }
        var deleting = new Deleting(
                real, device(real), Stream.of(last).map(real::resolve).toList());
        do {
            deleting.moved = false;
            Files.walkFileTree(real, deleting);
        } while (deleting.moved);
    }

    private static Object device(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
    }

    /** Checks the device again before entering a folder: a mount may have come since the table was read. */
    private static final class Deleting extends SimpleFileVisitor<Path> {
        private final Path root;
        private final Object device;
        private final List<Path> last;
        private boolean moved;
        private int number;

        Deleting(Path root, Object device, List<Path> last) {
            this.root = root;
            this.device = device;
            this.last = last;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (!device(folder).equals(device)) {
                throw new IOException("another file system is mounted on " + folder);
            }
            if (folder.toString().length() - root.toString().length() <= LONGEST_PATH_BELOW) {
                return FileVisitResult.CONTINUE;
            }
            Files.move(folder, unusedName());
            moved = true;
            return FileVisitResult.SKIP_SUBTREE;
        }

        private Path unusedName() {
            Path name;
            do {
                name = root.resolve("deep-" + number++);
            } while (Files.exists(name, LinkOption.NOFOLLOW_LINKS));
            return name;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!last.contains(file)) {
                Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (!folder.equals(root)) {
                if (last.stream().noneMatch(file -> file.startsWith(folder))) {
                    Files.delete(folder);
                }
            } else if (!moved) {
                for (Path file : last) {
                    deleteUpToRoot(file);
                }
                Files.delete(root);
            }
            return FileVisitResult.CONTINUE;
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
