package io.hawser.volume.sweep;

import java.util.Map;
import java.util.Set;

/**
 * What a plugin listed of the volumes that concern us, all pages together; a volume that came twice counts once.
 *
 * @param nodes by volume id, of the volumes that were recorded when the listing began: the CSI ids of the nodes that
 *     each is attached to
 * @param ours by volume id: the uid in a name that we gave, where the id or the context shows one and no record has it
 * @param whole whether absence means anything: a page as full as was asked for, without a token, may have been cut
 *     short
 * @param allOurs whether there are no more of ours than are kept
 */
public record Listing(Map<String, Set<String>> nodes, Map<String, String> ours, boolean whole, boolean allOurs) {
    public Listing {
        nodes = Map.copyOf(nodes);
        ours = Map.copyOf(ours);
    }
}
