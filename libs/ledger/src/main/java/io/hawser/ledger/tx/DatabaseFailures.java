package io.hawser.ledger.tx;

import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Tells failures that time heals from those that a record brings with it. By SQLSTATE and type, never by text. */
public final class DatabaseFailures {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK_DETECTED = "40P01";

    private DatabaseFailures() {}

    /** Another transaction was in the way: the same work may succeed at once. */
    public static boolean isConflict(Throwable failure) {
        String state = sqlState(failure);
        return SERIALIZATION_FAILURE.equals(state) || DEADLOCK_DETECTED.equals(state);
    }

    /** The database is away, or has no room now: nothing is wrong with what was asked. */
    public static boolean isTransient(Throwable failure) {
        for (Throwable t = failure; t != null && t.getCause() != t; t = t.getCause()) {
            if (t instanceof IOException
                    || t instanceof TimeoutException
                    || t instanceof io.vertx.core.VertxException
                    || t instanceof io.vertx.core.impl.NoStackTraceThrowable) {
                return true;
            }
        }
        String state = sqlState(failure);
        // Connection exceptions, insufficient resources, operator intervention, lock not available, system error.
        return isConflict(failure)
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57")
                || state.startsWith("55")
                || state.startsWith("58");
    }

    private static String sqlState(Throwable failure) {
        for (Throwable t = failure; t != null && t.getCause() != t; t = t.getCause()) {
            if (t instanceof PgException pg && pg.getSqlState() != null) {
                return pg.getSqlState();
            }
        }
        return "";
    }
}
