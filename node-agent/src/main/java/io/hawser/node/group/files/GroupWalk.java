package io.hawser.node.group.files;

import io.hawser.message.Truncated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Gives everything below a folder to a group, and lets the group read and write it, as Kubernetes' {@code fsGroup}
 * does. Follows no link and enters no other mount; links and devices stay as they are. Each folder comes after what it
 * contains, and so the root comes last: a walk that was cut leaves a root that asks for another.
 */
final class GroupWalk {
    /** New files in a folder with the setgid bit belong to its group. */
    private static final int FOLDER = 02770;

    private static final int FILE = 0660;
    private static final int SETGID = 02000;

    /** Each folder on the way is an open file. */
    private static final int DEEPEST = 512;

    private final Descriptor root;
    private final int gid;
    private final BooleanSupplier cut;
    private final String mount;
    /** From the root to the folder that is worked on. */
    private final Deque<Level> levels = new ArrayDeque<>();

    private byte[] at = {};

    /** @param names of a few entries, which come next */
    private record Level(String name, Descriptor folder, Deque<byte[]> names) {}

    GroupWalk(Descriptor root, int gid, BooleanSupplier cut) throws IOException {
        this.root = root;
        this.gid = gid;
        this.cut = cut;
        this.mount = root.mount();
    }

    /** Whether a folder belongs to the group, and so will what is made in it. */
    boolean done() throws IOException {
        Descriptor.Attributes attributes = root.attributes();
        return attributes.gid() == gid && (attributes.mode() & SETGID) != 0;
    }

    /** @throws IOException names the file that it could not give to the group */
    void run() throws IOException {
        try {
            enter("", root);
            while (!levels.isEmpty() && !cut.getAsBoolean()) {
                at = new byte[0];
                Level level = levels.getLast();
                if (level.names().isEmpty()) {
                    level.names().addAll(level.folder().next());
                }
                if (level.names().isEmpty()) {
                    give(level.folder(), FOLDER);
                    leave();
                } else {
                    at = level.names().remove();
                    visit(level.folder());
                }
            }
        } catch (IOException e) {
            throw new IOException(path() + ": " + message(e), e);
        } finally {
            while (!levels.isEmpty()) {
                leave();
            }
        }
    }

    private void enter(String name, Descriptor folder) {
        levels.addLast(new Level(name, folder, new ArrayDeque<>()));
    }

    private void leave() {
        Level level = levels.removeLast();
        if (level.folder() != root) {
            level.folder().close();
        }
    }

    private void visit(Descriptor folder) throws IOException {
        try (Descriptor entry = folder.entry(at).orElse(null)) {
            if (entry == null || !entry.mount().equals(mount)) {
                return;
            }
            Descriptor.Attributes attributes = entry.attributes();
            if (attributes.isFile()) {
                give(entry, FILE);
            } else if (attributes.isFolder()) {
                if (levels.size() > DEEPEST) {
                    throw new IOException("lies deeper than " + DEEPEST + " folders, the most that are walked");
                }
                enter(text(at), entry.listed());
            }
        }
    }

    /** A file that changes its group loses its setuid and setgid bits, and does not get them back. */
    private void give(Descriptor file, int rights) throws IOException {
        Descriptor.Attributes before = file.attributes();
        boolean other = before.gid() != gid;
        if (other && !before.isFolder()) {
            file.setGroup(gid);
        }
        int mode = other ? file.attributes().mode() : before.mode();
        if ((mode & rights) != rights) {
            file.setMode(mode | rights);
        }
        if (other && before.isFolder()) {
            file.setGroup(gid);
        }
    }

    private String path() {
        String folder = levels.stream().map(Level::name).collect(Collectors.joining("/"));
        String path = at.length == 0 ? folder : folder + "/" + text(at);
        return path.isEmpty() ? "/" : Truncated.of(path);
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    private static String message(IOException e) {
        return e instanceof FileSystemException broken
                ? Optional.ofNullable(broken.getReason()).orElse("Permission denied")
                : String.valueOf(e.getMessage());
    }
}
