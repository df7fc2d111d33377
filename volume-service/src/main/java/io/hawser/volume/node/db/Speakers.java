package io.hawser.volume.node.db;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.node.AgentRecord;
import io.hawser.volume.node.NodeAgentReport;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.Verdict;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges who speaks for a node, under the lock of its row in {@code speaker}. This lock comes before those of all rows
 * that decisions read.
 */
@ApplicationScoped
public class Speakers {
    private static final Duration PATIENCE = Heard.PROMISED.multipliedBy(Heard.MISSED);

    private final Publishing publishing;
    private final PublishedAgents published;
    private final StartGate gate;

    public Speakers(Publishing publishing, PublishedAgents published, StartGate gate) {
        this.publishing = publishing;
        this.published = published;
        this.gate = gate;
    }

    /**
     * Locks the rows of these nodes, and inserts missing ones: two replicas may hear a new node at the same time, on
     * two topics.
     */
    public static Uni<Map<NodeName, SpeakerRow>> lock(LedgerTransaction tx, Collection<NodeName> nodes) {
        return nodes.isEmpty()
                ? Uni.createFrom().item(Map.of())
                : locked(tx, nodes)
                        .chain(found -> found.size() == nodes.size()
                                ? Uni.createFrom().item(found)
                                : insert(tx, nodes).chain(() -> locked(tx, nodes)))
                        .map(rows -> KeyedRows.byKey(rows, SpeakerRow::node));
    }

    private static Uni<List<SpeakerRow>> locked(LedgerTransaction tx, Collection<NodeName> nodes) {
        return KeyedRows.by(tx, SpeakerRow.class, "node", Identifier.values(nodes), RowLock.UPDATE);
    }

    private static Uni<Void> insert(LedgerTransaction tx, Collection<NodeName> nodes) {
        return tx.execute("""
                insert into speaker (node, root, machine, boots, place, cloned, stranger)
                select n, '', '', '{}', 'PRESENT', false, '' from unnest($1::text[]) as missing (n) order by n
                on conflict do nothing
                """, (Object) Identifier.array(nodes));
    }

    /** Empty: the record does not count, and changes nothing. */
    public Uni<Optional<Verdict>> judge(LedgerTransaction tx, SpeakerRow row, AgentRecord word) {
        Speaker before = row.toDomain();
        return around(tx, row.node(), before.isForeign(word)).map(around -> {
            Verdict verdict = before.judge(word, around.idle(), around.patience());
            store(tx, row, before, verdict.after());
            tell(tx, row.node(), before, verdict, around.patience());
            return Optional.of(verdict).filter(Verdict::counts);
        });
    }

    private void store(LedgerTransaction tx, SpeakerRow row, Speaker before, Speaker after) {
        if (!after.equals(before)) {
            row.set(after);
        }
        Optional<NodeAgent> counted = NodeAgentReport.of(row.node(), before);
        NodeAgentReport.of(row.node(), after)
                .filter(now -> !counted.equals(Optional.of(now)) || mustSayAgain(row, now))
                .ifPresent(now -> {
                    tx.publish(publishing.nodeAgent(now, tx.now()));
                    Runnable done = published.adding(row.node(), now);
                    tx.afterCommit(done);
                });
    }

    /** Before everything is read, an older copy of the database may not know of an agent's successor. */
    private boolean mustSayAgain(SpeakerRow row, NodeAgent now) {
        return gate.isRead() && !published.has(row.node(), now);
    }

    /**
     * Whether no report of the agent is waited for. Under the lock of the node's row this is exact for what a task has
     * there. What only a plugin or a lost life says, {@code OrphanRows.perhapsAttached} and a guessed publication, is
     * stored without that lock: it may appear a moment later, but it brings the plugin's id of the node, and needs no
     * fingerprint.
     *
     * @param fenced the node's fence counts: the reports of its unconfirmed detaches are not waited for
     */
    public static Uni<Boolean> unneeded(LedgerTransaction tx, NodeName node, boolean fenced) {
        return tx.statements().select("""
                        select not exists (select 1 from publication where node = $1
                                 and (state <> 'UNCONFIRMED_DETACH' or not $2))
                               and not exists (select 1 from claim where node = $1 and state <> 'WAITING')
                               and not exists (select 1 from orphaned_mount where node = $1)
                        """, node.value(), fenced).map(found -> (Boolean) found.getFirst()[0]);
    }

    private record Around(boolean idle, Duration patience) {}

    /** The node's row is not locked: a claim, publication or mount may appear later, and waits for the new agent. */
    private static Uni<Around> around(LedgerTransaction tx, NodeName node, boolean matters) {
        return matters
                ? unneeded(tx, node, false).chain(idle -> tx.statements()
                        .select("select interval_ms from ledger_heard where name = $1", node.value())
                        .map(found -> new Around(
                                idle,
                                found.stream()
                                        .findFirst()
                                        .map(row ->
                                                Duration.ofMillis((Long) row[0]).multipliedBy(Heard.MISSED))
                                        .orElse(PATIENCE))))
                : Uni.createFrom().item(new Around(false, PATIENCE));
    }

    private void tell(LedgerTransaction tx, NodeName node, Speaker before, Verdict verdict, Duration patience) {
        switch (verdict) {
            case Verdict.NewAgent(Speaker after) -> {
                if (!before.root().isEmpty()) {
                    event(
                            tx,
                            node,
                            "AgentReplaced",
                            "root " + after.root() + ", machine " + after.machine()
                                    + " speaks for it now, in the place of root " + before.root() + ", machine "
                                    + before.machine());
                }
            }
            case Verdict.Cloned(Speaker after) -> {
                if (!before.cloned()) {
                    tx.due(new DueChange.Wake(NodeRow.KIND, node.value(), tx.now()));
                }
            }
            case Verdict.Stranger(Speaker after) -> {
                if (before.strangerAt(tx.now(), patience).isEmpty()) {
                    after.strangerAt(tx.now(), patience)
                            .ifPresent(stranger -> event(
                                    tx,
                                    node,
                                    "OtherAgent",
                                    stranger.words()
                                            + " also reports as this node, and is ignored: " + before.words()
                                            + " is its agent. Stop one of them; "
                                            + "if the other is gone for good, fence the node,"
                                            + " remove it, add it again and take the fence back"));
                }
            }
            case Verdict.Accepted _, Verdict.Reboot _, Verdict.History _ -> {}
        }
    }

    private void event(LedgerTransaction tx, NodeName node, String reason, String message) {
        tx.publish(publishing.event(node, reason, message, tx.now()));
    }

    /**
     * The inventory has a new record of the node.
     *
     * @param written by the clock that also times the agents' records
     */
    public void inventory(LedgerTransaction tx, SpeakerRow row, boolean removed, boolean fenced, Instant written) {
        Speaker before = row.toDomain();
        Speaker after = removed ? before.removed(fenced) : before.present(written);
        store(tx, row, before, after);
        // Also for a node whose agent was heard before the node was known.
        tx.due(new DueChange.Wake(NodeRow.KIND, row.node().value(), tx.now()));
    }
}
