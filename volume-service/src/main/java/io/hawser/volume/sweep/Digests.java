package io.hawser.volume.sweep;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;

/**
 * A set of texts, each kept as 64 bits, because there may be very many. Two texts with the same bits are so rare that a
 * sweep may pass over a difference because of them; it finds none that is not there.
 */
final class Digests {
    private static final HashFunction HASH = Hashing.murmur3_128();

    private long[] values = new long[64];
    private int count;
    private boolean sorted = true;

    static long of(String text) {
        return HASH.hashUnencodedChars(text).asLong();
    }

    /** Of a volume's id with the nodes in any order. */
    static long of(String text, Collection<String> nodes) {
        Hasher hasher = HASH.newHasher().putUnencodedChars(text);
        new TreeSet<>(nodes).forEach(node -> hasher.putChar('/').putUnencodedChars(node));
        return hasher.hash().asLong();
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
