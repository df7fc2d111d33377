package io.hawser.deallocator.deletion;

/**
 * A resource that services refer to.
 *
 * @param kind the word of its {@link Kind}
 */
public record ResourceId(String kind, String name) implements Comparable<ResourceId> {
    /** For example {@code network/front}: key of records, events and rows. */
    public String key() {
        return kind + "/" + name;
    }

    /** The inverse of {@link #key()}; a kind has no slash. */
    public static ResourceId parse(String key) {
        int slash = key.indexOf('/');
        return new ResourceId(key.substring(0, slash), key.substring(slash + 1));
    }

    @Override
    public int compareTo(ResourceId other) {
        return key().compareTo(other.key());
    }

    @Override
    public String toString() {
        return key();
    }
}
