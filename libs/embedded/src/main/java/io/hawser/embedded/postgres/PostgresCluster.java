package io.hawser.embedded.postgres;

import io.hawser.embedded.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A data folder of PostgreSQL (which calls it a cluster) and the commands that make and serve it. */
final class PostgresCluster {
    /** Environment variable: a folder to which the server writes each statement, for the baseline of a release. */
    private static final String RECORD_STATEMENTS = "HAWSER_RECORD_STATEMENTS";

    private final Path folder;

    PostgresCluster(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    Path data() {
        return folder.resolve("data");
    }

    /**
     * Makes the data folder if there is none. A half-made one, which a killed run left behind, is made again.
     *
     * @throws IllegalStateException if a backup was restored into the folder above: the services would begin with an
     *     empty database beside it
     */
    void create(PostgresBinaries binaries, String password) {
        if (Files.exists(data().resolve("PG_VERSION"))) {
            return;
        }
        if (Files.exists(folder.resolve("PG_VERSION"))) {
            throw new IllegalStateException("the files of a database lie in " + folder + ": move them to " + data());
        }
        Path unfinished = folder.resolve("data.unfinished");
        Path passwordFile = folder.resolve("initdb.password");
        try {
            Files.createDirectories(folder);
            Command.run("rm", "-rf", unfinished.toString());
            Files.deleteIfExists(passwordFile);
            Files.createFile(
                    passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(passwordFile, password + "\n");
            Command.run(unprivileged(List.of(
                            binaries.program("initdb").toString(),
                            "--pgdata=" + unfinished,
                            "--username=" + PostgresServer.SUPERUSER,
                            "--pwfile=" + passwordFile,
                            "--auth=scram-sha-256",
                            // Passwords are random, so they cannot be guessed. 4096 iterations would take a tenth of
                            // a service's start.
                            "--set=scram_iterations=1",
                            "--encoding=UTF8",
                            "--locale-provider=builtin",
                            "--builtin-locale=C.UTF-8",
                            "--locale=C",
                            "--data-checksums"))
                    .toArray(String[]::new));
            Files.move(unfinished, data());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the database folder " + folder, e);
        } finally {
            passwordFile.toFile().delete();
        }
    }

    /**
     * The command that serves the folder in the foreground: durable, on 127.0.0.1 only, without a Unix socket (socket
     * paths are limited in length).
     */
    List<String> serve(PostgresBinaries binaries, int port) {
        List<String> command = new ArrayList<>(List.of(
                binaries.program("postgres").toString(),
                "-D",
                data().toString(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "port=" + port,
                "-c",
                "unix_socket_directories="));
        command.addAll(PostgresServer.options());
        String record = System.getenv(RECORD_STATEMENTS);
        if (record != null) {
            Stream.of("log_statement=all", "logging_collector=on", "log_destination=jsonlog", "log_directory=" + record)
                    .forEach(setting -> command.addAll(List.of("-c", setting)));
        }
        return unprivileged(List.copyOf(command));
    }

    /** The pid in the server's own lock file; 0 if there is none. */
    long postmasterPid() {
        try {
            return Files.readAllLines(data().resolve("postmaster.pid")).stream()
                    .findFirst()
                    .map(line -> Long.parseLong(line.trim()))
                    .orElse(0L);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    /**
     * PostgreSQL refuses to run as root. In a user namespace without mappings, root appears to PostgreSQL as another
     * user, while files still belong to the same owner. This also works inside a namespace that maps an ordinary user
     * to root.
     */
    static List<String> unprivileged(List<String> command) {
        if (!root()) {
            return command;
        }
        List<String> wrapped = new ArrayList<>(List.of("unshare", "--user"));
        wrapped.addAll(command);
        return List.copyOf(wrapped);
    }

    private static boolean root() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell which user we are", e);
        }
    }
}
