package io.hawser.volume.sweep;

import io.hawser.volume.id.VolumeName;
import java.util.Set;

/**
 * A volume's record before or after the listing.
 *
 * @param volumeId the plugin's id; empty while unknown
 * @param certain created, and no create or delete is uncertain or in flight: the plugin must list it
 * @param attached CSI ids of the nodes where it is certainly attached
 * @param maybe CSI ids of the nodes where it is or may be attached, without those that are not judged
 * @param notJudged CSI ids of nodes on which it may be listed or not: an attach is open there, or it was certainly
 *     detached and the node has not said that nothing is left
 * @param found what the last sweep found, as {@link Difference#text}
 */
public record Recorded(
        VolumeName name,
        String uid,
        String volumeId,
        boolean certain,
        Set<String> attached,
        Set<String> maybe,
        Set<String> notJudged,
        Set<String> found) {
    /** Without the nodes, if the plugin does not list attachments: then only the volume itself is judged. */
    public Recorded judged(boolean nodes) {
        return nodes ? this : new Recorded(name, uid, volumeId, certain, Set.of(), Set.of(), Set.of(), found);
    }

    /** No judged node is open: the plugin must list the volume on exactly the judged nodes where it is attached. */
    boolean resting() {
        return certain && attached.equals(maybe);
    }
}
