package io.hawser.message;

/** Foreign text in an answer, a condition or a log line, cut if it is long. */
public final class Truncated {
    private static final int CHARACTERS = 500;

    private Truncated() {}

    /** @return the text; if it is longer, its first 500 characters and its length */
    public static String of(String text) {
        return of(text, CHARACTERS);
    }

    public static String of(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        // Half of a surrogate pair cannot be written.
        int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }
}
