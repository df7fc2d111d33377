package io.hawser.csi;

import io.hawser.message.Truncated;
import java.util.regex.Pattern;

/** What a plugin says to people. Many drivers pass on what a program printed. */
public final class PluginWords {
    private static final Pattern BREAKS = Pattern.compile("\\s*[\\p{Cc}\\u2028\\u2029]+\\s*");

    /** Far more than any page shows: outcomes are stored, and a plugin may pass on all that a program printed. */
    private static final int CHARACTERS = 4096;

    private PluginWords() {}

    /**
     * The same on one line, without control characters: for tables, logs and lines of other text. If it is very long,
     * its beginning and its length; so secrets must be gone before, as half of one would not be found.
     */
    public static String oneLine(String text) {
        return BREAKS.matcher(Truncated.of(text.strip(), CHARACTERS)).replaceAll(" ");
    }
}
