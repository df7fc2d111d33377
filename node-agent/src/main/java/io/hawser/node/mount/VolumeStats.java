package io.hawser.node.mount;

import java.util.Optional;

/**
 * What a plugin says of a volume that is in use on this node.
 *
 * @param abnormal what is wrong with it; empty: it is well, or the plugin does not say
 */
public record VolumeStats(Optional<Usage> bytes, Optional<Usage> inodes, Optional<String> abnormal) {

    /** Available and used need not add up to the total: a file system keeps something for itself. */
    public record Usage(long total, long used, long available) {}

    /**
     * Whether a volume's turn came in a span of seconds: the turns of many volumes are spread over the interval.
     *
     * @param phase any number that is the volume's own
     * @param after the span's begin, excluded
     * @param until the span's end, included
     */
    public static boolean turnCame(int phase, long after, long until, long interval) {
        long turns = Math.floorDiv(until - Math.floorMod(phase, interval), interval);
        return turns > Math.floorDiv(after - Math.floorMod(phase, interval), interval);
    }
}
