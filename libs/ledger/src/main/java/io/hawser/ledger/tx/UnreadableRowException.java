package io.hawser.ledger.tx;

/**
 * A row holds a value that this version does not know: a later version wrote it, or a person. The record that met the
 * row is not at fault, so it is never buried for that: its partition waits until the row can be read.
 */
public final class UnreadableRowException extends IllegalStateException {
    /**
     * @param column as table.column
     * @param message a clause, without what the column holds if that may be secret
     */
    public UnreadableRowException(String column, String message, Throwable cause) {
        super(column + " cannot be read: " + message + "; another version wrote it, or a person", cause);
    }

    /** The column names something that this version does not have. */
    public static UnreadableRowException unknown(String column, String found) {
        return new UnreadableRowException(column, "'" + found + "' is not known", null);
    }

    /**
     * Reads a column that names a constant.
     *
     * @throws UnreadableRowException if there is no such constant
     */
    public static <E extends Enum<E>> E constant(Class<E> type, String column, String found) {
        try {
            return Enum.valueOf(type, found);
        } catch (IllegalArgumentException none) {
            throw unknown(column, found);
        }
    }

    /** Whether such a row is what the work failed at. */
    public static boolean isCauseOf(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof UnreadableRowException) {
                return true;
            }
        }
        return false;
    }
}
