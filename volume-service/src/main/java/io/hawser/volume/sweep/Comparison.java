package io.hawser.volume.sweep;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares a listing with the record of one volume. Judges only what rested when the listing began and rests in the
 * same state after it.
 */
public final class Comparison {
    /** Unrecorded attachments of one volume; each becomes a condition. */
    static final int MOST_ELSEWHERE = 16;

    private Comparison() {}

    /**
     * @param recorded after the listing
     * @param nodes whether the plugin lists attachments (LIST_VOLUMES_PUBLISHED_NODES); if not, they are not compared
     * @return the differences, as {@link Difference#text}; no set if the listing says nothing about the volume
     */
    public static Optional<Set<String>> of(Recorded recorded, ListedPages listing, boolean nodes) {
        Recorded now = recorded.judged(nodes);
        Set<String> found = new TreeSet<>();
        if (!now.resting() || !listing.rested(now.volumeId(), now.attached())) {
            return Optional.of(found);
        }
        if (!listing.lists(now.volumeId())) {
            found.add(new Difference.NotListed().text());
            return listing.whole() ? Optional.of(found) : Optional.empty();
        }
        Optional<Set<String>> differing =
                Optional.ofNullable(listing.differing().get(now.volumeId()));
        if (nodes && differing.isEmpty() && !listing.allDiffering()) {
            return Optional.empty();
        }
        differing.filter(on -> nodes).ifPresent(on -> {
            now.attached().stream()
                    .filter(node -> !on.contains(node))
                    .forEach(node -> found.add(new Difference.NotAttached(node).text()));
            on.stream()
                    .filter(node -> !now.maybe().contains(node)
                            && !now.notJudged().contains(node)
                            && !listing.notJudged(now.volumeId(), node))
                    .sorted()
                    .limit(MOST_ELSEWHERE)
                    .forEach(node -> found.add(new Difference.AttachedElsewhere(node).text()));
        });
        return Optional.of(found);
    }

    /**
     * Volumes with a name of Hawser's that no record has, by volume id.
     *
     * @param uids of volumes that are recorded
     */
    public static Map<String, String> orphans(ListedPages listing, Set<String> uids) {
        Map<String, String> orphans = new TreeMap<>(listing.ours());
        orphans.values().removeIf(uids::contains);
        return orphans;
    }
}
