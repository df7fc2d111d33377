package io.hawser.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Columns for people: each as wide as its widest cell, with two blanks between. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;
    private final int[] widths;

    public Table(String... headings) {
        this.columns = headings.length;
        this.widths = new int[columns];
        rows.add(List.of(headings));
    }

    /** Cells may come from outside. An empty cell is shown as a hyphen, so that programs can split a line at blanks. */
    public Table row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("cells: " + cells.length + " where there are " + columns + " columns");
        }
        rows.add(IntStream.range(0, columns)
                .mapToObj(i -> cells[i].isEmpty() ? "-" : Printable.of(cells[i]))
                .toList());
        return this;
    }

    /** Number of lines that {@link #text} returns next. */
    public int lines() {
        return rows.size();
    }

    /**
     * The lines since the last call, the first time with the headings. Each ends with a line feed and has no trailing
     * blanks. A column stays as wide as it once was.
     */
    public String text() {
        for (int i = 0; i < columns; i++) {
            int column = i;
            widths[i] = Math.max(
                    widths[i],
                    rows.stream()
                            .mapToInt(row -> row.get(column).length())
                            .max()
                            .orElse(0));
        }
        String text = rows.stream()
                .map(row -> IntStream.range(0, columns)
                        .mapToObj(i ->
                                row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                        .collect(Collectors.joining(GAP))
                        .stripTrailing())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        rows.clear();
        return text;
    }
}
