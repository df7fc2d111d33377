package io.hawser.bus.envelope;

/** What an answer, a condition or a log line repeats of somebody else's text: all of it where it is short. */
public final class Truncated {
    private static final int CHARACTERS = 500;

    private Truncated() {}

    /** @return the text; of a longer one its first 500 characters and how many it had */
    public static String of(String text) {
        return of(text, CHARACTERS);
    }

    static String of(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        // Half of a surrogate pair is no character that could be written.
        int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
        return text.substring(0, end) + "… (" + text.length() + " characters)";
    }
}
