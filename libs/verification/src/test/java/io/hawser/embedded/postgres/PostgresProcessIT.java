package io.hawser.embedded.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.embedded.process.Command;
import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresProcessIT {
    private static final Path FOLDER = ScratchFolder.create("postgres-it");
    private static PostgresProcess server;

    @BeforeAll
    static void start() {
        server = PostgresProcess.in(FOLDER, "it's a secret").start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void committedRowsAndAddressSurviveAKill() throws Exception {
        // Given
        int port = server.server().port();
        PostgresDatabase database = server.server().createDatabase("survives", "role's own");
        execute(database, "create table kept (word text)");
        execute(database, "insert into kept values ('before the kill')");
        // When
        server.kill();
        server.start();
        // Then
        assertThat(server.server().port()).isEqualTo(port);
        assertThat(query(database, "select word from kept")).isEqualTo("before the kill");
    }

    @Test
    void aServerThatAnEarlierRunLeftIsStoppedByTheNextStart() throws Exception {
        // Given
        Path folder = ScratchFolder.create("postgres-orphan");
        PostgresProcess first = PostgresProcess.in(folder, "secret").start();
        var orphan = first.postmaster().orElseThrow();
        // When
        try (PostgresProcess second = PostgresProcess.in(folder, "secret").start()) {
            // Then
            assertThat(orphan.alive()).isFalse();
            assertThat(second.postmaster()).isPresent().get().isNotEqualTo(orphan);
        }
    }

    @Test
    @DisplayName("A backup that is restored one folder too high is refused: no empty database is made beside it")
    void aBackupInTheWrongFolder() throws Exception {
        // Given
        Path folder = ScratchFolder.create("postgres-misplaced");
        Files.writeString(folder.resolve("PG_VERSION"), "18\n");
        // Then
        assertThatThrownBy(() -> PostgresProcess.in(folder, "secret").command())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the files of a database lie in " + folder + ": move them to " + folder.resolve("data"));
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    @DisplayName("What docs/operations.md types to restore a database brings back the backup, and keeps what was there")
    void aBackupIsRestored() throws Exception {
        // Given
        Path home = ScratchFolder.create("postgres-restored");
        Path backup = home.resolve("backup");
        PostgresProcess restored = PostgresProcess.in(home.resolve("postgres"), "secret");
        PostgresDatabase database = restored.start().server().createDatabase("saved", "role's own");
        execute(database, "create table kept as select 'of the backup' as word");
        restored.stop();
        Command.run("cp", "-a", home + "/postgres/data", backup.toString());
        restored.start();
        execute(database, "update kept set word = 'newer'");
        restored.stop();
        String typed = Files.readAllLines(Path.of("../../docs/operations.md")).stream()
                .filter(line -> line.matches("\\$ (mv|cp) .*/postgres.*"))
                .map(line -> line.substring(2).replace("BACKUP", backup.toString()))
                .collect(Collectors.joining(" && "));
        var shell = new ProcessBuilder("sh", "-c", typed).inheritIO();
        shell.environment().put("HAWSER_HOME", home.toString());
        // When
        int exit = shell.start().waitFor();
        // Then
        assertThat(exit).as(typed).isZero();
        try (PostgresProcess running = restored.start()) {
            assertThat(query(database, "select word from kept")).isEqualTo("of the backup");
        }
        assertThat(home.resolve("postgres/data.before/PG_VERSION")).exists();
    }

    @Test
    void aWrongPasswordIsRefused() {
        // Given
        PostgresDatabase database = server.server().createDatabase("guarded", "right");
        // When
        var wrong = new PostgresDatabase(database.name(), database.port(), "wrong");
        // Then
        assertThatThrownBy(() -> connect(wrong))
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
    }

    @Test
    void aRoleMayNotEnterAnotherServicesDatabase() {
        // Given
        server.server().createDatabase("one", "first");
        PostgresDatabase other = server.server().createDatabase("other", "second");
        // When
        var url = other.jdbcUrl();
        // Then
        assertThatThrownBy(() -> DriverManager.getConnection(url, "one", "first"))
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("42501");
    }

    @Test
    void creatingADatabaseAgainKeepsItsRowsAndSetsThePassword() throws Exception {
        // Given
        execute(server.server().createDatabase("again", "old"), "create table kept as select 'still here' as word");
        // When
        PostgresDatabase again = server.server().createDatabase("again", "new");
        // Then
        assertThat(query(again, "select word from kept")).isEqualTo("still here");
    }

    @ParameterizedTest
    @CsvSource({"fsync,on", "synchronous_commit,on", "full_page_writes,on", "listen_addresses,127.0.0.1"})
    void isDurableAndOnLoopbackOnly(String setting, String expected) throws Exception {
        // Given
        try (Connection connection = server.server().connect();
                var statement = connection.createStatement();
                // When
                var rows = statement.executeQuery("show " + setting)) {
            // Then
            rows.next();
            assertThat(rows.getString(1)).isEqualTo(expected);
        }
    }

    @Test
    void noLocalUserIsTrustedWithoutPassword() throws Exception {
        // Given
        try (Connection connection = server.server().connect();
                var statement = connection.createStatement();
                // When
                var rows = statement.executeQuery(
                        "select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'")) {
            // Then
            rows.next();
            assertThat(rows.getInt(1)).isZero();
        }
    }

    @Test
    void runsInsideANamespaceWhereAnOrdinaryUserIsMappedToRoot() throws Exception {
        // Given
        Path folder = ScratchFolder.create("postgres-ns");
        List<String> serve = PostgresProcess.in(folder, "secret").command();
        // When
        Process version = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-root-user",
                        "--mount",
                        "sh",
                        "-c",
                        String.join(
                                        " ",
                                        serve.stream()
                                                .map(word -> "'" + word + "'")
                                                .toList()) + " & pid=$!; "
                                + "for i in $(seq 300); do [ -s " + folder
                                + "/data/postmaster.pid ] && break; sleep 0.1; done; "
                                + "kill -INT $pid; wait $pid")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        // Then
        assertThat(version.waitFor()).isZero();
    }

    private static Connection connect(PostgresDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    private static void execute(PostgresDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(PostgresDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
