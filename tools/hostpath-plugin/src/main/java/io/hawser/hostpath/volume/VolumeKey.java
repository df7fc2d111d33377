package io.hawser.hostpath.volume;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The key of a volume's record: 32 hex digits made from the volume's name, so that both the name and the id lead to the
 * record in one step.
 */
public record VolumeKey(String hex) implements Comparable<VolumeKey> {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{32}");

    public VolumeKey {
        if (!HEX.matcher(hex).matches()) throw new IllegalArgumentException("key: not 32 hex digits");
    }

    public static Optional<VolumeKey> parse(String text) {
        return HEX.matcher(text).matches() ? Optional.of(new VolumeKey(text)) : Optional.empty();
    }

    @Override
    public int compareTo(VolumeKey other) {
        return hex.compareTo(other.hex);
    }
}
