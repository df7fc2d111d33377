package io.hawser.testkit.upgrade;

import io.hawser.message.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a release of one service was, in {@code releases/VERSION/SERVICE}: the statements that it sends to its
 * database, and its migrations. The next release must let a replica of it go on.
 *
 * @param statements with {@code $1}, {@code $2}, … for parameters
 * @param migrations SHA-256 in hex, by file name
 */
public record Baseline(List<String> statements, Map<String, String> migrations) {
    private static final String STATEMENTS = "statements.sql";
    private static final String MIGRATIONS = "migrations.tsv";

    public Baseline {
        statements = List.copyOf(statements);
        migrations = Map.copyOf(migrations);
    }

    public static Baseline read(Path folder) throws IOException {
        return new Baseline(
                Files.readAllLines(folder.resolve(STATEMENTS)),
                Files.readAllLines(folder.resolve(MIGRATIONS)).stream()
                        .map(line -> line.split("\t"))
                        .collect(Collectors.toMap(row -> row[0], row -> row[1])));
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(STATEMENTS), statements);
        Files.write(
                folder.resolve(MIGRATIONS),
                new TreeMap<>(migrations)
                        .entrySet().stream()
                                .map(each -> each.getKey() + "\t" + each.getValue())
                                .toList());
    }

    /** The migrations in these folders, as a baseline keeps them. */
    public static Map<String, String> migrationsIn(List<Path> folders) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Path folder : folders) {
            for (Path file : files(folder)) {
                found.put(file.getFileName().toString(), HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(file))));
            }
        }
        return found;
    }

    /**
     * What the migrations in these folders do to this release: one sentence each; empty if its replicas can go on
     * beside them.
     */
    public List<String> brokenBy(List<Path> folders) throws IOException {
        Map<String, String> now = migrationsIn(folders);
        List<String> sentences = new ArrayList<>();
        migrations.forEach((name, hash) -> {
            if (!hash.equals(now.get(name))) {
                sentences.add(name + ": a migration of a release neither changes nor goes");
            }
        });
        for (Path folder : folders) {
            for (Path file : files(folder)) {
                String name = file.getFileName().toString();
                if (!migrations.containsKey(name)) {
                    sentences.addAll(MigrationRules.broken(name, Files.readString(file)));
                }
            }
        }
        return sentences;
    }

    /** The statements of this release that the schema behind the connection refuses: SQLSTATE and statement. */
    public List<String> refusedBy(Connection database) throws SQLException {
        List<String> refused = new ArrayList<>();
        for (String sql : statements) {
            try (Statement statement = database.createStatement()) {
                statement.execute("prepare of_the_release_before as " + sql);
                statement.execute("deallocate of_the_release_before");
            } catch (SQLException e) {
                refused.add(e.getSQLState() + " " + sql);
            }
        }
        return refused;
    }

    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sql"))
                    .sorted()
                    .toList();
        }
    }
}
