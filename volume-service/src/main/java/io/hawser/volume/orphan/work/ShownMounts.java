package io.hawser.volume.orphan.work;

import io.hawser.volume.id.NodeVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Mounts of unknown volumes of which this process has written an event. Agents repeat each report every few minutes,
 * and such a mount has no row. Events are kept for a week, so one is due each day.
 */
public final class ShownMounts {
    private static final Duration AGAIN = Duration.ofDays(1);
    /** A bound for the memory: beyond it, all are shown once more. */
    private static final int REMEMBERED = 10_000;

    private record Shown(String uid, Instant at) {}

    private final Map<NodeVolume, Shown> shown = new ConcurrentHashMap<>();

    /** @param uid of the volume's creation that the node speaks of */
    public boolean isDue(NodeVolume mount, String uid, Instant now) {
        Shown last = shown.get(mount);
        return last == null
                || !last.uid().equals(uid)
                || Duration.between(last.at(), now).abs().compareTo(AGAIN) >= 0;
    }

    public void shown(NodeVolume mount, String uid, Instant now) {
        if (shown.size() >= REMEMBERED) {
            shown.clear();
        }
        shown.put(mount, new Shown(uid, now));
    }

    /** The node has nothing of the volume any more. */
    public void gone(NodeVolume mount) {
        shown.remove(mount);
    }
}
