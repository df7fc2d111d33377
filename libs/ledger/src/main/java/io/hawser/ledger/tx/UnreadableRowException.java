package io.hawser.ledger.tx;

import org.jspecify.annotations.Nullable;

/**
 * A row has a value that this version does not know: a later version or a person wrote it. The record that met the row
 * is not at fault and never goes to the dead letters for it: its partition waits until the row can be read.
 */
public final class UnreadableRowException extends IllegalStateException {
    /**
     * @param column as table.column
     * @param message a clause, without the column's value if that may be secret
     */
    public UnreadableRowException(String column, @Nullable String message, @Nullable Throwable cause) {
        super(column + " cannot be read: " + message + "; another version wrote it, or a person", cause);
    }

    /** The column has a value that this version does not know. */
    public static UnreadableRowException unknown(String column, String found) {
        return new UnreadableRowException(column, "'" + found + "' is not known", null);
    }

    /**
     * Reads the name of an enum constant from a column.
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

    /** Whether such a row caused the failure. */
    public static boolean isCauseOf(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof UnreadableRowException) {
                return true;
            }
        }
        return false;
    }
}
