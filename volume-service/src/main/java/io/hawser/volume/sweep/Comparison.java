package io.hawser.volume.sweep;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares a listing with the record of one volume. Ignores what changed during the listing. */
public final class Comparison {
    private Comparison() {}

    /**
     * @param before as recorded when the listing began
     * @param now as recorded and locked after it
     * @param nodes whether the plugin lists attachments (LIST_VOLUMES_PUBLISHED_NODES); if not, they are not compared
     * @return the differences, as {@link Difference#text}; no set if the listing says nothing about the volume
     */
    public static Optional<Set<String>> of(Recorded before, Recorded now, Listing listing, boolean nodes) {
        Set<String> found = new TreeSet<>();
        if (!before.certain() || !now.certain() || !before.volumeId().equals(now.volumeId())) {
            return Optional.of(found);
        }
        Set<String> on = listing.nodes().get(now.volumeId());
        if (on == null) {
            found.add(new Difference.NotListed().text());
            return listing.whole() ? Optional.of(found) : Optional.empty();
        }
        if (nodes) {
            before.attached().stream()
                    .filter(now.attached()::contains)
                    .filter(node -> !on.contains(node))
                    .forEach(node -> found.add(new Difference.NotAttached(node).text()));
            on.stream()
                    .filter(node ->
                            !before.maybe().contains(node) && !now.maybe().contains(node))
                    .forEach(node -> found.add(new Difference.AttachedElsewhere(node).text()));
        }
        return Optional.of(found);
    }

    /**
     * Volumes with a name of Hawser's that no record has, by volume id.
     *
     * @param uids of all volumes that are recorded, before or after the listing
     */
    public static Map<String, String> orphans(Listing listing, Set<String> uids) {
        Map<String, String> orphans = new TreeMap<>(listing.ours());
        orphans.values().removeIf(uids::contains);
        return orphans;
    }
}
