package io.hawser.deallocator.deletion;

/** What this service deallocates. */
public enum Resource {
    SERVICE("service", "live task"),
    NETWORK("network", "service");

    private final String word;
    private final String heldBy;

    Resource(String word, String heldBy) {
        this.word = word;
        this.heldBy = heldBy;
    }

    /** The kind of its due work, and the first part of its keys. */
    public String word() {
        return word;
    }

    /** What keeps it from being deallocated, in the singular. */
    public String heldBy() {
        return heldBy;
    }

    /** Key in {@code hawser.deallocations} and entity in {@code hawser.events}, such as {@code service/web}. */
    public String key(String name) {
        return word + "/" + name;
    }
}
