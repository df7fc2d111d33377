package io.hawser.volume.sweep;

import java.util.Collection;
import java.util.Set;

/**
 * What was recorded of a plugin's volumes before the listing: 8 bytes for each fact. Filled first, then only read; by
 * one thread at a time.
 */
public final class RecordedBefore {
    private final Digests ids = new Digests();
    private final Digests resting = new Digests();
    private final Digests notJudged = new Digests();

    public void add(Collection<Recorded> volumes) {
        for (Recorded volume : volumes) {
            if (!volume.volumeId().isEmpty()) {
                ids.add(Digests.of(volume.volumeId()));
            }
            volume.notJudged().forEach(node -> notJudged.add(Digests.of(volume.volumeId(), Set.of(node))));
            if (volume.resting()) {
                resting.add(Digests.of(volume.volumeId(), volume.attached()));
            }
        }
    }

    /** @return the place of the id; negative = no volume had it */
    int find(String volumeId) {
        return ids.find(Digests.of(volumeId));
    }

    /** Whether the volume may or may not have been listed on the node then. */
    boolean notJudged(String volumeId, String node) {
        return notJudged.find(Digests.of(volumeId, Set.of(node))) >= 0;
    }

    /** Whether the volume rested then, attached to exactly these nodes. */
    boolean rested(String volumeId, Collection<String> nodes) {
        return resting.find(Digests.of(volumeId, nodes)) >= 0;
    }
}
