package io.hawser.strict.backend;

import io.hawser.csi.v1.VolumeCapability;
import java.util.Map;

/**
 * Very many volumes that exist already, for a bench. Everything about them follows from their number, so a bench can
 * record the same volumes without a call for each.
 *
 * @param count numbered from 1
 * @param attached the first so many are attached, each to one node
 * @param nodes to which they are attached, in turns
 */
public record SettledVolumes(int count, int attached, int nodes) {
    private static final int MOST = 9_999_999;

    public SettledVolumes {
        if (count < 0 || count > MOST || attached < 0 || attached > count || nodes < 1) {
            throw new IllegalArgumentException(
                    "settled volumes: at most " + MOST + ", of which some are attached to one node at least");
        }
    }

    /** Unlike the ids of volumes that are created, of which there are fewer. */
    static String id(int number) {
        return "v-9%07d".formatted(number);
    }

    String node(int number) {
        return "strict-n%05d".formatted(1 + number % nodes);
    }

    void shelve(Store store) {
        for (int number = 1; number <= count; number++) {
            StoredVolume volume = StoredVolume.empty(id(number), "settled-%07d".formatted(number));
            store.put(volume);
            if (number <= attached) {
                store.attach(
                        volume,
                        node(number),
                        new StoredVolume.Attachment(VolumeCapability.getDefaultInstance(), false, Map.of(), true));
            }
        }
    }
}
