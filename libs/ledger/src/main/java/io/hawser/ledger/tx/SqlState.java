package io.hawser.ledger.tx;

import java.util.Set;

/** What the SQLSTATE of a failed statement says of its cause. */
public record SqlState(String code) {
    public static final SqlState SERIALIZATION_FAILURE = new SqlState("40001");
    private static final String DEADLOCK_DETECTED = "40P01";

    /**
     * Connection, transaction rollback, insufficient resources, lock not available, operator intervention, system
     * error.
     */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "55", "57", "58");

    /** Read-only (a standby, a demoted primary, or a full disk), and sessions that the server ended for idleness. */
    private static final Set<String> PASSING = Set.of("25006", "25P03", "25P04");

    /**
     * A stale plan (feature not supported), a lost prepared statement, a refused login, a missing database or schema,
     * and statements that do not fit the schema or its rights: the statements are constants, so no record is the cause.
     */
    private static final Set<String> NOT_THE_RECORDS_CLASSES = Set.of("0A", "26", "28", "3D", "3F", "42");

    /** Corrupted data or index. */
    private static final Set<String> NOT_THE_RECORDS = Set.of("XX001", "XX002");

    /** Another transaction was in the way: the same work may succeed immediately. */
    public boolean isConflict() {
        return equals(SERIALIZATION_FAILURE) || code.equals(DEADLOCK_DETECTED);
    }

    /** The database is away or has no resources now: the statement is not at fault. */
    public boolean isTransient() {
        return PASSING.contains(code) || PASSING_CLASSES.contains(classOf());
    }

    /** The cause is not the record, but the statement or the database itself. */
    public boolean isNotTheRecordsFault() {
        return NOT_THE_RECORDS.contains(code) || NOT_THE_RECORDS_CLASSES.contains(classOf());
    }

    private String classOf() {
        return code.substring(0, 2);
    }
}
