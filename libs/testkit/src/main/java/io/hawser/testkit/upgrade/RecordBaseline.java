package io.hawser.testkit.upgrade;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.hawser.message.RecordTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writes {@code releases/VERSION}: for each service with a database its statements and migrations, and the contracts
 * of all. The statements come from PostgreSQL's own log of a run (log_destination=jsonlog, log_statement=all), where
 * each service has a database of its name.
 */
public final class RecordBaseline {
    private static final String MIGRATIONS = "src/main/resources/db/migration";
    private static final Set<String> KINDS = Set.of("select", "insert", "update", "delete", "with");

    private RecordBaseline() {}

    /** @param arguments the folder of PostgreSQL's log, the project, and the version's name */
    public static void main(String[] arguments) throws IOException {
        Path project = Path.of(arguments[1]);
        Path release = project.resolve("releases").resolve(arguments[2]);
        Map<String, Set<String>> statements = statements(Path.of(arguments[0]));
        for (String service : withMigrations(project)) {
            List<Path> migrations = migrations(project, service);
            Set<String> sent =
                    withoutMigrations(statements.getOrDefault(service.replace('-', '_'), Set.of()), migrations);
            if (sent.isEmpty()) {
                throw new IllegalStateException("the log holds no statement of " + service);
            }
            new Baseline(List.copyOf(sent), Baseline.migrationsIn(migrations)).write(release.resolve(service));
            System.out.println(service + ": " + sent.size() + " statements");
        }
        Files.write(release.resolve("contracts.binpb"), RecordTypes.contracts().toByteArray());
    }

    /** Where the migrations of a service lie. */
    public static List<Path> migrations(Path project, String service) {
        return List.of(
                project.resolve("libs/ledger/src/main/resources/db/ledger"),
                project.resolve(service).resolve(MIGRATIONS));
    }

    private static List<String> withMigrations(Path project) throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.filter(module -> Files.isDirectory(module.resolve(MIGRATIONS)))
                    .map(module -> module.getFileName().toString())
                    .toList();
        }
    }

    /** The log has the migrations' statements, too; a later one may have dropped what they name. */
    static Set<String> withoutMigrations(Set<String> statements, List<Path> migrations) throws IOException {
        Set<String> migrating = new TreeSet<>();
        for (Path folder : migrations) {
            for (Path file : Baseline.files(folder)) {
                Stream.of(Files.readString(file).replaceAll("--[^\n]*", "").split(";"))
                        .map(RecordBaseline::onOneLine)
                        .forEach(migrating::add);
            }
        }
        Set<String> sent = new TreeSet<>(statements);
        sent.removeIf(statement -> migrating.contains(onOneLine(statement.replaceAll(";$", ""))));
        return sent;
    }

    private static String onOneLine(String sql) {
        return sql.replaceAll("\\s+", " ").strip();
    }

    /** By database. */
    static Map<String, Set<String>> statements(Path logs) throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        Gson json = new Gson();
        List<Path> files;
        try (Stream<Path> all = Files.list(logs)) {
            files = all.filter(file -> file.toString().endsWith(".json")).toList();
        }
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.map(line -> json.fromJson(line, JsonObject.class))
                        .filter(line -> line.has("dbname"))
                        .forEach(line -> {
                            String sql = statement(line.get("message").getAsString());
                            if (KINDS.contains(sql.split(" ")[0]) && !sql.contains("flyway_schema_history")) {
                                found.computeIfAbsent(line.get("dbname").getAsString(), name -> new TreeSet<>())
                                        .add(sql);
                            }
                        });
            }
        }
        return found;
    }

    /** {@code execute S_1: select …} on one line; what has no parameters comes as {@code statement: select …}. */
    private static String statement(String message) {
        int colon = message.indexOf(": ");
        boolean sent = colon > 0 && (message.startsWith("execute ") || message.startsWith("statement"));
        return sent ? onOneLine(message.substring(colon + 2)) : "";
    }
}
