package io.hawser.hostpath.volume;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A node, with the name from {@code --node-id}: 1 to 63 of letters, digits, {@code -}, {@code _} and {@code .},
 * alphanumeric at both ends. CSI allows this form as a topology value, and it is safe as a file name.
 */
public record NodeId(String text) implements Comparable<NodeId> {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9]([-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?");

    public NodeId {
        if (!SAFE.matcher(text).matches())
            throw new IllegalArgumentException(
                    "node id: 1 to 63 letters, digits, '-', '_' or '.', with a letter or digit at both ends");
    }

    public static Optional<NodeId> parse(String text) {
        return SAFE.matcher(text).matches() ? Optional.of(new NodeId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(NodeId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
