package io.hawser.volume.sweep;

import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;

/**
 * A set of texts, each kept as 64 bits, because there may be very many. Two texts with the same bits are so rare that a
 * sweep may pass over a difference because of them; it finds none that is not there.
 */
final class Digests {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long[] values = new long[64];
    private int count;
    private boolean sorted = true;

    static long of(String text) {
        return mixed(added(BASIS, text));
    }

    /** Of a volume's id with the nodes in any order. */
    static long of(String text, Collection<String> nodes) {
        long digest = added(BASIS, text);
        for (String node : new TreeSet<>(nodes)) {
            digest = added((digest ^ '/') * PRIME, node);
        }
        return mixed(digest);
    }

    private static long added(long digest, String text) {
        long now = digest;
        for (int i = 0; i < text.length(); i++) {
            now = (now ^ text.charAt(i)) * PRIME;
        }
        return now;
    }

    private static long mixed(long digest) {
        long now = (digest ^ (digest >>> 33)) * 0xff51afd7ed558ccdL;
        now = (now ^ (now >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return now ^ (now >>> 33);
    }

    void add(long digest) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count + count / 2);
        }
        values[count++] = digest;
        sorted = false;
    }

    /** @return its place among those that were added; negative = it is none of them */
    int find(long digest) {
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return Arrays.binarySearch(values, 0, count, digest);
    }
}
