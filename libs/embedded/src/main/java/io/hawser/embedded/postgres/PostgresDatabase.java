package io.hawser.embedded.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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

    /** Reads the present row of a result. */
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The rows of a query, over a connection of its own. */
    public <T> List<T> rows(String query, Reading<T> reading) throws SQLException {
        List<T> all = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                all.add(reading.of(row));
            }
        }
        return all;
    }

    /** The number in the only row of a query. */
    public long number(String query) throws SQLException {
        return rows(query, row -> row.getLong(1)).getFirst();
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
