package io.hawser.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Columns for a person: each as wide as its widest cell, two blanks between. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    public Table(String... headings) {
        this.columns = headings.length;
        rows.add(List.of(headings));
    }

    /** An empty cell is shown as a hyphen, so that a line can be split at its blanks. */
    public Table row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("cells: " + cells.length + " where there are " + columns + " columns");
        }
        rows.add(IntStream.range(0, columns)
                .mapToObj(i -> cells[i].isEmpty() ? "-" : cells[i])
                .toList());
        return this;
    }

    /** Nothing but headings. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Lines without trailing blanks, each ended. */
    public String text() {
        int[] widths = IntStream.range(0, columns)
                .map(i ->
                        rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
                .toArray();
        return rows.stream()
                .map(row -> IntStream.range(0, columns)
                        .mapToObj(i ->
                                row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                        .collect(Collectors.joining(GAP))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
