package io.hawser.node.layout;

import java.util.regex.Pattern;

/** The only way by which an id becomes part of a path. */
public final class SafeSegment {
    private static final Pattern SAFE = Pattern.compile("[a-z0-9][a-z0-9.-]{0,127}");

    private SafeSegment() {}

    /**
     * Whether the text may be a path segment: 1 to 128 of {@code [a-z0-9.-]}, not starting with '.' or '-', without
     * "..".
     */
    public static boolean isSafe(String text) {
        return SAFE.matcher(text).matches() && !text.contains("..");
    }

    /**
     * @param field the text's field, for the message
     * @throws IllegalArgumentException naming the field
     */
    public static String of(String field, String text) {
        if (!isSafe(text)) {
            throw new IllegalArgumentException(
                    field + ": '" + text + "' is not 1 to 128 characters of [a-z0-9.-] that may be part of a path");
        }
        return text;
    }
}
