package io.hawser.volume.sweep;

import java.util.Map;
import java.util.Set;

/**
 * The compared part of a plugin's listing, over all pages; a volume that is listed twice counts once.
 *
 * @param nodes by volume id, for volumes recorded when the listing began: CSI ids of the nodes that each is attached to
 * @param ours by volume id, for volumes without a record: the uid in a name of Hawser's, if the id or the context shows
 *     one
 * @param whole whether absence means anything: a full page without a token may have been cut short
 * @param allOurs whether {@code ours} has all of them, not only as many as are kept
 */
public record Listing(Map<String, Set<String>> nodes, Map<String, String> ours, boolean whole, boolean allOurs) {
    public Listing {
        nodes = Map.copyOf(nodes);
        ours = Map.copyOf(ours);
    }
}
