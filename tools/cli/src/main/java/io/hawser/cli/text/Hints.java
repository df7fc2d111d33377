package io.hawser.cli.text;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Completes the commands that a message tells the user to type: with another data folder than the default, they need
 * {@code HAWSER_HOME}, too.
 */
public final class Hints extends PrintWriter {
    private static final String COMMAND = "`./hawser ";

    private final String prefix;

    /** @param prefix the text before {@code ./hawser}; may be empty */
    public Hints(Writer out, String prefix) {
        super(out, true);
        this.prefix = prefix;
    }

    /** The text before {@code ./hawser} in a shell for this data folder; empty for the default one. */
    public static String prefix(String home, String defaultHome) {
        return home.isBlank() || home.equals(defaultHome) ? "" : "HAWSER_HOME=" + quoted(home) + " ";
    }

    private static String quoted(String text) {
        return text.matches("[\\w./@%+:,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** All methods that print a text call this one. */
    @Override
    public void write(String text) {
        super.write(prefix.isEmpty() ? text : text.replace(COMMAND, "`" + prefix + "./hawser "));
    }
}
