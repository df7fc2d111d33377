package io.hawser.csi;

import java.util.regex.Pattern;

/** What a plugin says to people. Many drivers pass on what a program printed. */
public final class PluginWords {
    private static final Pattern BREAKS = Pattern.compile("\\s*[\\p{Cc}\\u2028\\u2029]+\\s*");

    private PluginWords() {}

    /** The same on one line, without control characters: for tables, logs and lines of other text. */
    public static String oneLine(String text) {
        return BREAKS.matcher(text.strip()).replaceAll(" ");
    }
}
