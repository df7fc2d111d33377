package io.hawser.embedded.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * A database, and the role of the same name that owns it.
 *
 * @param name database and role: a small letter, then small letters, digits or underscores, at most 63
 * @param host where the server listens
 * @param port where the server listens
 * @param password the role's
 */
public record PostgresDatabase(String name, String host, int port, String password) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    public PostgresDatabase {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name must be a small letter and up to 62 small letters, digits or _: " + name);
        }
        if (password.isEmpty()) {
            throw new IllegalArgumentException("password must not be empty");
        }
    }

    /** On 127.0.0.1. */
    public PostgresDatabase(String name, int port, String password) {
        this(name, "127.0.0.1", port, password);
    }

    /** The role, which is PostgreSQL's term for a user. */
    public String user() {
        return name;
    }

    /** For JDBC; without user and password. */
    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl();
    }

    /** For the reactive client; without user and password. */
    public String reactiveUrl() {
        return "postgresql://" + host + ":" + port + "/" + name;
    }

    /** A connection of the role; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), user(), password);
    }

    /** Without the password, which must not appear in a log. */
    @Override
    public String toString() {
        return "PostgresDatabase[" + reactiveUrl() + "]";
    }
}
