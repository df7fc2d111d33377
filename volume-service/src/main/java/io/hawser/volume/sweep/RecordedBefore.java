package io.hawser.volume.sweep;

import java.util.Collection;

/**
 * What was recorded of a plugin's volumes before the listing: 16 bytes for each. Filled first, then only read; by one
 * thread at a time.
 */
public final class RecordedBefore {
    private final Digests ids = new Digests();
    private final Digests resting = new Digests();

    public void add(Collection<Recorded> volumes) {
        for (Recorded volume : volumes) {
            if (!volume.volumeId().isEmpty()) {
                ids.add(Digests.of(volume.volumeId()));
            }
            if (volume.resting()) {
                resting.add(Digests.of(volume.volumeId(), volume.attached()));
            }
        }
    }

    /** @return the place of the id; negative = no volume had it */
    int find(String volumeId) {
        return ids.find(Digests.of(volumeId));
    }

    /** Whether the volume rested then, attached to exactly these nodes. */
    boolean rested(String volumeId, Collection<String> nodes) {
        return resting.find(Digests.of(volumeId, nodes)) >= 0;
    }
}
