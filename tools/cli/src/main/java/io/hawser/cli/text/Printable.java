package io.hawser.cli.text;

/** Somebody else's text on a terminal: what would move the cursor, change colours or write backwards is replaced. */
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
