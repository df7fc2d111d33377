package io.hawser.ledger.tx.db;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.ledger.due.DueChange;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One database transaction of a service. It collects changed rows, published records and due work. All are written at
 * the end, when every affected row is locked, so that ids are drawn in the order of the changes.
 */
public final class LedgerTransaction {
    private final Statements statements;
    private final Instant now;
    private final List<OutgoingRecord> published = new ArrayList<>();
    private final List<DueChange> due = new ArrayList<>();
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final LoadedRows rows;

    LedgerTransaction(Statements statements, Instant now) {
        this.statements = statements;
        this.now = now;
        this.rows = new LoadedRows(statements);
    }

    public Statements statements() {
        return statements;
    }

    /** The database's time: the only clock that all replicas share. */
    public Instant now() {
        return now;
    }

    /** The record is sent if this transaction commits. Records of one key are sent in the order of these calls. */
    public void publish(OutgoingRecord record) {
        published.add(record);
    }

    /** Changes due work with this transaction. The work's entity must be locked; else see {@link DueChange.Wake}. */
    public void due(DueChange change) {
        due.add(change);
    }

    /**
     * Does this when the transaction is committed: counts, and logs. A transaction that fails is run again, and would
     * count again.
     */
    public void afterCommit(Runnable what) {
        afterCommit.add(what);
    }

    void committed() {
        afterCommit.forEach(Runnable::run);
    }

    /**
     * Reads rows of an entity's table. A row is one object in the whole transaction; changes of its fields are written
     * at the transaction's end.
     *
     * @param tail the statement after {@code from TABLE r}
     */
    public <R> Uni<List<R>> select(Class<R> type, String tail, Object... parameters) {
        return rows.select(type, tail, parameters);
    }

    /** Inserts the row at the transaction's end, with its values at that time. No query before that finds it. */
    public void add(Object row) {
        rows.add(row);
    }

    /**
     * Deletes the row at the transaction's end, before rows are inserted.
     *
     * @param row read or added in this transaction
     */
    public void remove(Object row) {
        rows.remove(row);
    }

    /** Writes the rows now, so that queries of this transaction find them. */
    public Uni<Void> flush() {
        return rows.write();
    }

    /** In the order in which they are sent. */
    public List<OutgoingRecord> published() {
        return Collections.unmodifiableList(published);
    }

    /** In the order of the calls. */
    public List<DueChange> dueChanges() {
        return Collections.unmodifiableList(due);
    }

    /** Runs a query for its effect. */
    public Uni<Void> execute(String sql, Object... parameters) {
        return statements.update(sql, parameters).replaceWithVoid();
    }
}
