package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The rows of settled volumes, in the database of a volume-service that does not run. Two volumes that Hawser itself
 * brought to rest are multiplied, with everything that names them, in whatever tables there are. So the rows are what
 * Hawser would have written.
 */
final class SettledRows {
    /** A volume that rests, and that no node has. */
    static final String RESTING = "settled-0000000";
    /** A volume that a running task has mounted on the node. */
    static final String PUBLISHED = "settled-9999999";

    static final String NODE = "settled-n00000";

    private final Statement sql;
    private final SettledOptions options;
    private final Consumer<String> progress;

    private SettledRows(Statement sql, SettledOptions options, Consumer<String> progress) {
        this.sql = sql;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Rows that are multiplied.
     *
     * @param marker they contain it
     * @param without they do not contain it; empty = whatever else they contain
     * @param texts what is replaced in them, with an expression of {@code n}. Both have the same length: then the
     *     lengths within protobuf stay right
     * @param first value of {@code n}
     */
    private record Template(String marker, String without, Map<String, String> texts, int first, int last) {
        String found() {
            return "t::text like '%" + marker + "%'"
                    + (without.isEmpty() ? "" : " and t::text not like '%" + without + "%'");
        }

        String replaced(String text) {
            String replaced = text;
            for (Map.Entry<String, String> each : texts.entrySet()) {
                replaced = "replace(" + replaced + ", '" + each.getKey() + "', " + each.getValue() + ")";
            }
            return replaced;
        }

        /** Bytes are replaced as text with escapes, in which names are readable. */
        String replaced(String column, String type) {
            return switch (type) {
                case "text" -> replaced(column);
                case "_text" -> replaced(column + "::text") + "::text[]";
                case "bytea" -> "decode(" + replaced("encode(" + column + ", 'escape')") + ", 'escape')";
                default -> column;
            };
        }
    }

    /**
     * Replaces the templates by so many copies.
     *
     * @param csiNodeId the plugin's id of the template's node
     */
    static void make(BenchMachine machine, SettledOptions options, String csiNodeId, Consumer<String> progress) {
        try (Connection connection = machine.tables();
                Statement sql = connection.createStatement()) {
            new SettledRows(sql, options, progress).make(csiNodeId);
        } catch (SQLException e) {
            throw new BenchFailedException("the rows cannot be made: " + e.getMessage());
        }
    }

    private void make(String csiNodeId) throws SQLException {
        Map<String, String> node = Map.of(
                NODE, "'settled-n' || lpad((1 + n %% %d)::text, 5, '0')".formatted(options.nodes()),
                csiNodeId, "'strict-n' || lpad((1 + n %% %d)::text, 5, '0')".formatted(options.nodes()));
        Map<String, String> published = new LinkedHashMap<>(volume(PUBLISHED));
        published.putAll(node);
        List<Template> templates = List.of(
                new Template(PUBLISHED, "", published, 1, options.published()),
                new Template(RESTING, "", volume(RESTING), options.published() + 1, options.volumes()),
                new Template(NODE, PUBLISHED, node, 0, options.nodes() - 1));
        sql.execute("set bytea_output = 'escape'");
        sql.execute("begin");
        for (String table : texts("select tablename from pg_tables where schemaname = 'public' order by 1")) {
            multiply(table, templates);
        }
        sql.execute("commit");
        // As the tables of volumes that have rested for long, and nothing is left to do beside the phases.
        sql.execute("vacuum analyze");
        sql.execute("checkpoint");
    }

    private Map<String, String> volume(String name) throws SQLException {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(name, "'settled-' || lpad(n::text, 7, '0')");
        try (ResultSet row =
                sql.executeQuery("select uid, volume_id, create_command from volume where name = '" + name + "'")) {
            row.next();
            texts.put(row.getString(1), "substr(md5('settled-' || n), 1, 24)");
            texts.put(row.getString(2), "'v-9' || lpad(n::text, 7, '0')");
            texts.put(row.getString(3), "md5('create-' || n)::uuid::text");
        }
        return texts;
    }

    /** All templates are taken out first: they are looked for in a table that is still small. */
    private void multiply(String table, List<Template> templates) throws SQLException {
        List<Template> found = new ArrayList<>();
        for (Template template : templates) {
            sql.execute("create temp table template_" + found.size() + " on commit drop as select * from " + table
                    + " t where " + template.found());
            if (sql.executeUpdate("delete from " + table + " t where " + template.found()) > 0) {
                found.add(template);
            } else {
                sql.execute("drop table template_" + found.size());
            }
        }
        for (int i = 0; i < found.size(); i++) {
            int made = sql.executeUpdate(copies(table, "template_" + i, found.get(i)));
            progress.accept("%d rows of %s".formatted(made, table));
            sql.execute("drop table template_" + i);
        }
    }

    private String copies(String table, String from, Template template) throws SQLException {
        String columns = " from information_schema.columns where table_schema = 'public' and table_name = '" + table
                + "' order by ordinal_position";
        List<String> names = texts("select column_name" + columns);
        List<String> types = texts("select udt_name" + columns);
        List<String> copied = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            copied.add(template.replaced(names.get(i), types.get(i)));
        }
        return "insert into " + table + " (" + String.join(", ", names) + ") select " + String.join(", ", copied)
                + " from " + from + ", generate_series(" + template.first() + ", " + template.last() + ") n";
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
