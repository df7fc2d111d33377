package io.hawser.node.mounttable;

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
}
