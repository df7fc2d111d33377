package io.hawser.deallocator.deletion;

import java.util.List;

/**
 * What keeps a resource from being deallocated.
 *
 * @param count number of all holders
 * @param some names of the first few, for people
 */
public record Holders(long count, List<String> some) {
    public static final Holders NONE = new Holders(0, List.of());

    public Holders {
        if (count < 0 || some.size() > count) {
            throw new IllegalArgumentException("count must be at least the number of names given: " + count);
        }
        some = List.copyOf(some);
    }

    public boolean any() {
        return count > 0;
    }

    /** For example {@code 7 live tasks: a, b, c and 4 more}. */
    public String inWords(String noun) {
        String rest = count > some.size() ? " and " + (count - some.size()) + " more" : "";
        return count + " " + noun + (count == 1 ? "" : "s") + ": " + String.join(", ", some) + rest;
    }
}
