package io.hawser.node.layout;

import java.util.Comparator;

/**
 * One creation of a volume. A name that is created again gets another uid, so the new volume never meets the mounts of
 * the old one.
 *
 * @param volume name, a safe path segment
 * @param uid a safe path segment
 */
public record VolumeKey(String volume, String uid) implements Comparable<VolumeKey> {
    private static final Comparator<VolumeKey> ORDER =
            Comparator.comparing(VolumeKey::volume).thenComparing(VolumeKey::uid);

    public VolumeKey {
        SafeSegment.of("volume", volume);
        SafeSegment.of("uid", uid);
    }

    @Override
    public int compareTo(VolumeKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return volume + "/" + uid;
    }
}
