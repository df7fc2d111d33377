package io.hawser.node.mounttable;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What lies at a path where nothing is mounted. */
public enum Leaf {
    ABSENT("nothing"),
    EMPTY_FOLDER("an empty folder"),
    /** A folder with something in it, or one that cannot be read. */
    FOLDER("a folder"),
    EMPTY_FILE("an empty file"),
    /** A symbolic link, whatever it leads to. */
    LINK("a symbolic link"),
    /** A file with content, a device, or what cannot be read: nothing that may be removed. */
    OTHER("a file"),
    /** Not looked at. */
    UNSEEN("unknown");

    private final String words;

    Leaf(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** Whether a plugin may have left it behind, and nothing is lost with it. */
    public boolean isEmpty() {
        return this == EMPTY_FOLDER || this == EMPTY_FILE;
    }

    /** Reads the path. Only for paths that no mount covers: a mounted file system may never answer. */
    static Leaf at(Path path) {
        try {
            BasicFileAttributes leaf = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (leaf.isSymbolicLink()) {
                return LINK;
            }
            if (leaf.isDirectory()) {
                return folder(path);
            }
            return leaf.isRegularFile() && leaf.size() == 0 ? EMPTY_FILE : OTHER;
        } catch (NoSuchFileException absent) {
            return ABSENT;
        } catch (IOException unknown) {
            return OTHER;
        }
    }

    private static Leaf folder(Path path) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
            return children.iterator().hasNext() ? FOLDER : EMPTY_FOLDER;
        } catch (IOException unknown) {
            return FOLDER;
        }
    }
}
