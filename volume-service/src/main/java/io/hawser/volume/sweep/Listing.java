package io.hawser.volume.sweep;

import java.util.BitSet;
import java.util.Map;
import java.util.Set;

/**
 * The compared part of a plugin's listing, over all pages; a volume that is listed twice counts once.
 *
 * @param before what was recorded when the listing began
 * @param listed the places of those of its volumes that are listed
 * @param differing by volume id, for listed volumes that did not rest on exactly the listed nodes: CSI ids of the nodes
 *     that each is attached to
 * @param ours by volume id, for volumes without a record: the uid in a name of Hawser's, if the id or the context shows
 *     one
 * @param whole whether absence means anything: a full page without a token may have been cut short
 * @param allOurs whether {@code ours} has all of them, not only as many as are kept
 * @param allDiffering the same of {@code differing}
 */
public record Listing(
        RecordedBefore before,
        BitSet listed,
        Map<String, Set<String>> differing,
        Map<String, String> ours,
        boolean whole,
        boolean allOurs,
        boolean allDiffering) {
    public Listing {
        listed = (BitSet) listed.clone();
        differing = Map.copyOf(differing);
        ours = Map.copyOf(ours);
    }

    boolean lists(String volumeId) {
        int place = before.find(volumeId);
        return place >= 0 && listed.get(place);
    }
}
