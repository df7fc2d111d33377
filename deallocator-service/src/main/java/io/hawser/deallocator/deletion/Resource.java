package io.hawser.deallocator.deletion;

/** The kinds of resource that this service deallocates. */
public enum Resource {
    SERVICE("service", "live task"),
    NETWORK("network", "service");

    private final String word;
    private final String heldBy;

    Resource(String word, String heldBy) {
        this.word = word;
        this.heldBy = heldBy;
    }

    /** The kind of the resource's due work, and the first part of its keys. */
    public String word() {
        return word;
    }

    /** What holds the resource, in the singular. */
    public String heldBy() {
        return heldBy;
    }

    /** Key in {@code hawser.deallocations} and entity in {@code hawser.events}, for example {@code service/web}. */
    public String key(String name) {
        return word + "/" + name;
    }
}
