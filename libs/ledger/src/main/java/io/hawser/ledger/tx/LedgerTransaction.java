package io.hawser.ledger.tx;

import io.hawser.bus.envelope.OutgoingRecord;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * One database transaction of a service. The session has its state; this object collects published records and due
 * work. Both are written at the end, when every affected row is locked, so that ids are drawn in the order of the
 * changes.
 */
public final class LedgerTransaction {
    private final Mutiny.Session session;
    private final Statements statements;
    private final Instant now;
    private final List<OutgoingRecord> published = new ArrayList<>();
    private final List<DueEntry> due = new ArrayList<>();
    private final List<RowKey> removed = new ArrayList<>();

    LedgerTransaction(Mutiny.Session session, Statements statements, Instant now) {
        this.session = session;
        this.statements = statements;
        this.now = now;
    }

    public Mutiny.Session session() {
        return session;
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

    /**
     * Changes due work with this transaction. The entity of the work must be locked; else see {@code DueChange.Wake}.
     *
     * @param change a {@code DueChange}
     */
    public void due(DueEntry change) {
        due.add(change);
    }

    /**
     * Deletes the row at the transaction's end, after all other writes.
     *
     * <p>Not {@code session().remove}: Hibernate Reactive keeps the stage of a delete in a field that all sessions
     * share (hibernate-reactive issue 1713). If two concurrent transactions delete rows of one table, one takes the
     * other's answer for its own, and the other waits for ever.
     *
     * @param row loaded in this transaction; changes of it are not written any more
     */
    public void remove(Removable row) {
        session.detach(row);
        removed.add(row.rowKey());
    }

    /**
     * Deletes the row now: it may have been inserted by this very transaction, and one with the same key may follow.
     */
    public Uni<Void> removeAtOnce(Removable row) {
        return session.flush()
                .invoke(() -> session.detach(row))
                .chain(() -> Removals.write(statements, List.of(row.rowKey())));
    }

    List<RowKey> removed() {
        return removed;
    }

    /** In the order in which they are sent. */
    public List<OutgoingRecord> published() {
        return Collections.unmodifiableList(published);
    }

    /** In the order of the calls. */
    public List<DueEntry> dueEntries() {
        return Collections.unmodifiableList(due);
    }

    /** Runs a query for its effect. */
    public Uni<Void> execute(String sql, Object... parameters) {
        return statements.update(sql, parameters).replaceWithVoid();
    }
}
