package io.hawser.cli.text;

/**
 * Makes text from outside safe for a terminal: replaces characters that would move the cursor, change colours or write
 * backwards.
 */
public final class Printable {
    private Printable() {}

    public static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().map(c -> isPrintable(c) ? c : '\uFFFD').forEach(printable::appendCodePoint);
        return printable.toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
