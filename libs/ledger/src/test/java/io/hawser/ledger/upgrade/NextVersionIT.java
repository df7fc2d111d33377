package io.hawser.ledger.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.ledger.start.wiring.MigrationSettings;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.testkit.upgrade.Baseline;
import io.hawser.testkit.upgrade.RecordBaseline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replicas of a release go on while the next one migrates: each statement that the release sends is one that the next
 * schema takes.
 * For a made-up release and its next version, and for each release in {@code releases}.
 */
class NextVersionIT {
    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path MADE_UP = Path.of("src/test/resources/upgrade").toAbsolutePath();
    private static final List<String> STATEMENTS = List.of(
            "insert into shelf (book, place) values ($1, $2)", "select book, place from shelf where place = any($1)");

    private PostgresDatabase database;
    private Baseline release;

    @BeforeEach
    void release() throws IOException {
        database = SharedPostgres.freshDatabase("NextVersionIT");
        migrate(folders("release"));
        release = new Baseline(STATEMENTS, Baseline.migrationsIn(folders("release")));
    }

    @Test
    @DisplayName("A next version that only adds takes every statement of the release; "
            + "an index comes while the table is in use")
    void expands() throws Exception {
        // When
        migrate(folders("release", "expands", "index"));
        // Then
        assertThat(release.brokenBy(folders("release", "expands", "index"))).isEmpty();
        assertThat(refused(release)).isEmpty();
    }

    @Test
    @DisplayName(
            "A next version that renames a column is refused by its migration, and by each statement that it breaks")
    void breaks() throws Exception {
        // When
        migrate(folders("release", "breaks"));
        // Then
        assertThat(release.brokenBy(folders("release", "breaks")))
                .singleElement()
                .asString()
                .contains("V9002__other_place.sql");
        assertThat(refused(release)).hasSize(2).allMatch(each -> each.startsWith("42703 "));
    }

    @Test
    @DisplayName("A migration of a release neither changes nor goes")
    void aReleasedMigrationStays() throws IOException {
        assertThat(release.brokenBy(folders("expands")))
                .containsExactly("V9001__shelf.sql: a migration of a release neither changes nor goes");
    }

    @Test
    @DisplayName("A migration that finds its table locked gives up after the lock timeout: "
            + "who reads the table does not queue behind it")
    void givesUpALockedTable() throws SQLException {
        try (Connection reader = connect()) {
            // Given
            reader.setAutoCommit(false);
            reader.createStatement().execute("lock table shelf in access share mode");
            // Then
            assertThatThrownBy(() -> migrate(folders("release", "expands")))
                    .isInstanceOf(FlywayException.class)
                    .hasStackTraceContaining("lock timeout");
        }
    }

    @Test
    @DisplayName("A start makes the index that the start before it made only in part, because a transaction was open")
    void makesAnIndexAgain() throws SQLException {
        // Given
        migrate(folders("release", "expands"));
        try (Connection writer = connect()) {
            writer.setAutoCommit(false);
            writer.createStatement().execute("insert into shelf (book, place) values ('b', 'p')");
            assertThatThrownBy(() -> migrate(folders("release", "expands", "index")))
                    .hasStackTraceContaining("lock timeout");
        }
        // When
        migrate(folders("release", "expands", "index"));
        // Then
        try (Connection connection = connect();
                ResultSet index = connection
                        .createStatement()
                        .executeQuery("select indisvalid from pg_index where indexrelid = 'shelf_room'::regclass")) {
            assertThat(index.next()).isTrue();
            assertThat(index.getBoolean(1)).isTrue();
        }
    }

    @Test
    @DisplayName("A migration's session ends soon after its process is gone, and with it the lock that all starts need")
    void endsTheSessionOfAProcessThatIsGone() throws SQLException {
        // When
        migrate(folders("release", "session"));
        // Then
        try (Connection connection = connect();
                ResultSet limits = connection
                        .createStatement()
                        .executeQuery("select idle + silent * tries, checked from session_limits")) {
            assertThat(limits.next()).isTrue();
            assertThat(limits.getInt(1)).isBetween(1, 60);
            assertThat(limits.getInt(2)).isBetween(1, 60_000);
        }
    }

    @Test
    @DisplayName("On a migrated database that takes no writes, as on a standby, a start writes nothing")
    void startsOnAReadOnlyDatabase() throws SQLException {
        // Given
        try (Connection connection = connect()) {
            connection
                    .createStatement()
                    .execute("alter database " + connection.getCatalog() + " set default_transaction_read_only = on");
        }
        // Then
        assertThatCode(() -> migrate(folders("release"))).doesNotThrowAnyException();
    }

    @TestFactory
    @DisplayName("Each release that was made goes on beside today's services")
    Stream<DynamicTest> releases() throws IOException {
        Path releases = PROJECT.resolve("releases");
        try (Stream<Path> found = Files.find(
                releases,
                2,
                (path, file) -> path.getNameCount() == releases.getNameCount() + 2 && file.isDirectory())) {
            return found.toList().stream()
                    .map(folder ->
                            DynamicTest.dynamicTest(releases.relativize(folder).toString(), () -> goesOn(folder)));
        }
    }

    private void goesOn(Path folder) throws Exception {
        Baseline made = Baseline.read(folder);
        List<Path> migrations =
                RecordBaseline.migrations(PROJECT, folder.getFileName().toString());
        database = SharedPostgres.freshDatabase("NextVersionIT");
        migrate(migrations);
        assertThat(made.brokenBy(migrations)).isEmpty();
        assertThat(refused(made)).isEmpty();
    }

    private List<String> refused(Baseline of) throws SQLException {
        try (Connection connection = connect()) {
            return of.refusedBy(connection);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    private void migrate(List<Path> folders) {
        FluentConfiguration flyway = Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .outOfOrder(true)
                .locations(
                        folders.stream().map(folder -> "filesystem:" + folder).toArray(String[]::new));
        new MigrationSettings().customize(flyway);
        flyway.load().migrate();
    }

    private static List<Path> folders(String... names) {
        return Arrays.stream(names).map(MADE_UP::resolve).toList();
    }
}
