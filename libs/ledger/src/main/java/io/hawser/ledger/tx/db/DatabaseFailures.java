package io.hawser.ledger.tx.db;

import io.hawser.ledger.tx.UnreadableRowException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Distinguishes failures that time ends from those that a record or this program causes. By SQLSTATE, then by type,
 * never by text: Vert.x's failure of a BEGIN or COMMIT is a {@code VertxException} whatever its state. A failing
 * statement throws Hibernate Reactive's {@link SQLException}, whose cause is not the client's {@link PgException}.
 */
public final class DatabaseFailures {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK_DETECTED = "40P01";

    /**
     * Classes: connection, transaction rollback, insufficient resources, lock not available, operator intervention,
     * system error. States: read-only (a standby, a demoted primary, or a full disk), and sessions that the server
     * ended for idleness.
     */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "55", "57", "58", "25006", "25P03", "25P04");

    /**
     * Classes: a stale plan (feature not supported), a lost prepared statement, a refused login, a missing database or
     * schema, and statements that do not fit the schema or its rights: the statements are constants, so no record is
     * the cause. States: corrupted data or index.
     */
    private static final Set<String> NOT_THE_RECORDS = Set.of("0A", "26", "28", "3D", "3F", "42", "XX001", "XX002");

    private DatabaseFailures() {}

    /** Another transaction was in the way: the same work may succeed immediately. */
    public static boolean isConflict(Throwable failure) {
        return sqlState(failure)
                .filter(Set.of(SERIALIZATION_FAILURE, DEADLOCK_DETECTED)::contains)
                .isPresent();
    }

    /** For a transaction that found by itself that another one was in the way. */
    public static Throwable conflict(String message) {
        return new SQLException(message, SERIALIZATION_FAILURE);
    }

    /** The database is away or has no resources now: the statement is not at fault. */
    public static boolean isTransient(Throwable failure) {
        return sqlState(failure).map(state -> isOf(PASSING, state)).orElseGet(() -> isTransientByType(failure));
    }

    /** The cause is not the record, but the statement or the database itself. */
    public static boolean isNotTheRecordsFault(Throwable failure) {
        return sqlState(failure).filter(state -> isOf(NOT_THE_RECORDS, state)).isPresent();
    }

    /** The SQLSTATE, if the database or its driver gave one. */
    public static Optional<String> sqlState(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String state =
                    switch (t) {
                        case SQLException sql -> sql.getSQLState();
                        case PgException pg -> pg.getSqlState();
                        default -> null;
                    };
            if (state != null && state.length() == 5) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    private static boolean isOf(Set<String> classesAndStates, String state) {
        return classesAndStates.contains(state) || classesAndStates.contains(state.substring(0, 2));
    }

    /** What it says, for a person; some exceptions have no message. */
    public static String words(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static boolean isTransientByType(Throwable failure) {
        // A parser's exception is an IOException, too.
        if (UnreadableRowException.isCauseOf(failure)) {
            return false;
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof IOException
                    || t instanceof TimeoutException
                    || t instanceof io.vertx.core.VertxException
                    || t instanceof io.vertx.core.impl.NoStackTraceThrowable) {
                return true;
            }
        }
        return false;
    }
}
