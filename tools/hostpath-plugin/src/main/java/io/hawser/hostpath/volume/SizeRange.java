package io.hawser.hostpath.volume;

import java.util.OptionalLong;

/**
 * The size in a CreateVolume request, in bytes; 0 = not set (CapacityRange).
 *
 * @param required at least this
 * @param limit at most this
 */
public record SizeRange(long required, long limit) {
    public static final SizeRange ANY = new SizeRange(0, 0);
    private static final long DEFAULT_BYTES = 1L << 30;

    public SizeRange {
        if (required < 0) throw new IllegalArgumentException("capacity_range.required_bytes: is negative");
        if (limit < 0) throw new IllegalArgumentException("capacity_range.limit_bytes: is negative");
        if (limit > 0 && required > limit)
            throw new IllegalArgumentException("capacity_range: required_bytes is above limit_bytes");
    }

    public boolean admits(long bytes) {
        return bytes >= required && (limit == 0 || bytes <= limit);
    }

    /**
     * The required size, or 1 GiB if there is none, within both limits. Empty if no such size is a multiple of {@code
     * unit}.
     *
     * @param maxBytes no volume is larger
     */
    OptionalLong choose(long maxBytes, long unit) {
        long wanted = required > 0 ? required : Math.min(DEFAULT_BYTES, maxBytes);
        long within = limit == 0 ? wanted : Math.min(wanted, limit);
        long below = within - within % unit;
        if (below > 0 && below >= required) return OptionalLong.of(below);
        long above = below + unit;
        return above <= maxBytes && (limit == 0 || above <= limit) ? OptionalLong.of(above) : OptionalLong.empty();
    }
}
