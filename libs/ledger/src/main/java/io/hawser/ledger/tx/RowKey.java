package io.hawser.ledger.tx;

import java.util.List;

/**
 * The table and the primary key of a row; the key has text columns.
 *
 * @param table table and columns become part of a statement: constants of the program, never data
 */
public record RowKey(String table, List<String> columns, List<String> values) {
    public static RowKey of(String table, String column, String value) {
        return new RowKey(table, List.of(column), List.of(value));
    }

    public static RowKey of(String table, String first, String firstValue, String second, String secondValue) {
        return new RowKey(table, List.of(first, second), List.of(firstValue, secondValue));
    }
}
