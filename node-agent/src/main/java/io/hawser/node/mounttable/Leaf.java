package io.hawser.node.mounttable;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What lies at a path where nothing is mounted. */
public enum Leaf {
    ABSENT,
    EMPTY_FOLDER,
    /** A file, a folder with something in it, or unknown: nothing that may be removed. */
    OTHER;

    /** Reads the path. Only for paths that no mount covers: a mounted file system may never answer. */
    static Leaf at(Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return ABSENT;
        }
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return OTHER;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
            return children.iterator().hasNext() ? OTHER : EMPTY_FOLDER;
        } catch (IOException unknown) {
            return OTHER;
        }
    }
}
