package io.hawser.bench.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report for people. Keys of its JSON whose figures have the same names are the rows of a table. A key with objects
 * is a table with a column for each of them.
 */
public final class JsonTable {
    private final String title;
    /** By row and column; a single figure is in a column without a name. */
    private final Map<String, Map<String, String>> cells = new LinkedHashMap<>();

    private JsonTable(String title) {
        this.title = title;
    }

    /** The last line ends without a line feed. */
    public static String of(String json) {
        Map<String, JsonTable> tables = new LinkedHashMap<>();
        parts(JsonParser.parseString(json)).forEach((key, value) -> {
            Map<String, JsonElement> parts = parts(value);
            if (parts.values().stream().noneMatch(JsonElement::isJsonPrimitive) && !parts.isEmpty()) {
                JsonTable table = new JsonTable(key);
                parts.forEach((part, inner) ->
                        figures(inner).forEach((name, figure) -> table.put("  " + name, part, figure)));
                tables.put(key, table);
            } else {
                Map<String, String> figures = figures(value);
                JsonTable table = tables.computeIfAbsent(figures.keySet().toString(), _ -> new JsonTable(""));
                figures.forEach((name, figure) -> table.put(key, name, figure));
            }
        });
        return tables.values().stream().map(JsonTable::lines).collect(Collectors.joining("\n\n"));
    }

    private static Map<String, JsonElement> parts(JsonElement value) {
        if (value.isJsonObject()) {
            return value.getAsJsonObject().asMap();
        }
        Map<String, JsonElement> numbered = new LinkedHashMap<>();
        if (value.isJsonArray()) {
            value.getAsJsonArray().forEach(part -> numbered.put(Integer.toString(numbered.size() + 1), part));
        }
        return numbered;
    }

    private static Map<String, String> figures(JsonElement value) {
        Map<String, String> figures = new LinkedHashMap<>();
        if (value.isJsonPrimitive()) {
            figures.put("", value.getAsString());
        }
        parts(value).forEach((name, part) -> figures(part)
                .forEach((inner, figure) -> figures.put((name + " " + inner).strip(), figure)));
        return figures;
    }

    private void put(String row, String column, String figure) {
        cells.computeIfAbsent(row, _ -> new LinkedHashMap<>()).put(column, figure);
    }

    private String lines() {
        Map<String, Integer> widths = new LinkedHashMap<>();
        Map<String, String> names = new LinkedHashMap<>();
        cells.values()
                .forEach(row -> row.forEach((column, figure) -> {
                    names.put(column, column);
                    widths.merge(column, Math.max(column.length(), figure.length()), Math::max);
                }));
        int labels = Stream.concat(Stream.of(title), cells.keySet().stream())
                .mapToInt(String::length)
                .max()
                .orElseThrow();
        return Stream.concat(Stream.of(Map.entry(title, names)), cells.entrySet().stream())
                .map(row -> line(row, labels, widths))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String line(Map.Entry<String, Map<String, String>> row, int labels, Map<String, Integer> widths) {
        StringBuilder line = new StringBuilder(padded("-", labels, row.getKey()));
        widths.forEach((column, width) ->
                line.append("  ").append(padded("", width, row.getValue().getOrDefault(column, ""))));
        return line.toString().stripTrailing();
    }

    private static String padded(String flag, int width, String text) {
        return ("%" + flag + width + "s").formatted(text);
    }
}
