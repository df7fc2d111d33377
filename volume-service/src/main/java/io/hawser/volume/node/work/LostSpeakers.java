package io.hawser.volume.node.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.db.KnownRecords;
import io.hawser.volume.node.NodeAgentReport;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.db.FormerFingerprints;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.SpeakerRow;
import io.hawser.volume.node.db.Speakers;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Which agents count as their nodes' by what a lost life of the database published. An older copy may have an agent
 * whose place another one has taken since. It would ignore the running agent's reports, and take its tasks' mounts. So
 * the answers are taken over from {@code hawser.assignments} before any record of an agent is read again.
 */
@ApplicationScoped
public class LostSpeakers {
    private static final Logger LOG = Logger.getLogger(LostSpeakers.class);

    private final StartGate gate;
    private final Transactions transactions;
    private final DatabaseLife life;
    private final OwnRecords records;
    /** In which life of the database this process has done it. */
    private volatile long doneIn;

    public LostSpeakers(StartGate gate, Transactions transactions, DatabaseLife life, OwnRecords records) {
        this.gate = gate;
        this.transactions = transactions;
        this.life = life;
        this.records = records;
    }

    /** If no agent's record is read again, nothing else asks for it. */
    void start(@Observes StartupEvent event) {
        gate.onceRead(this::takeOver);
    }

    /** Once the topics are read, the database knows every answer. */
    public Uni<Void> takeOver() {
        long now = life.number();
        return gate.isRead() || doneIn == now
                ? Uni.createFrom().voidItem()
                : transactions
                        .read(this::before)
                        .chain(before -> records.since(
                                HawserTopic.ASSIGNMENTS,
                                KnownRecords.beforeClocks(before.until()),
                                NodeAgent.getDefaultInstance(),
                                published -> takeOver(before, published)))
                        .invoke(() -> doneIn = now);
    }

    /**
     * What the database says before the topic is read. If the topic has another answer than this database had sent by
     * then, and this database's has not changed since, a lost life wrote it.
     *
     * @param unsent nodes with an answer that was not sent yet
     */
    private record Before(Instant until, Map<NodeName, Speaker> speakers, Set<String> unsent) {
        Speaker of(NodeName node) {
            return speakers.getOrDefault(node, Speaker.NOBODY);
        }

        boolean knows(NodeAgent published) {
            NodeName node = new NodeName(published.getNode());
            return unsent.contains(published.getNode())
                    || NodeAgentReport.takenOver(node, of(node), published, until)
                            .equals(of(node));
        }
    }

    private Uni<Before> before(LedgerTransaction tx) {
        return KnownRecords.until(tx).chain(until -> tx.select(SpeakerRow.class, "")
                .map(rows -> rows.stream().collect(Collectors.toMap(SpeakerRow::node, SpeakerRow::toDomain)))
                // After the rows: what is sent by now is on the topic when that is read.
                .chain(speakers -> records.superseded(
                                tx,
                                HawserTopic.ASSIGNMENTS,
                                speakers.keySet().stream().map(NodeName::value).toList())
                        .map(unsent -> new Before(until, speakers, unsent))));
    }

    private Uni<Void> takeOver(Before before, List<NodeAgent> published) {
        Map<NodeName, NodeAgent> unknown = published.stream()
                .filter(each -> !before.knows(each))
                .collect(Collectors.toMap(
                        each -> new NodeName(each.getNode()), Function.identity(), (one, other) -> other));
        return unknown.isEmpty()
                ? Uni.createFrom().voidItem()
                : transactions.run(tx -> Speakers.lock(tx, unknown.keySet())
                        .chain(rows -> InOrder.each(
                                List.copyOf(rows.values()),
                                row -> takeOver(
                                        tx,
                                        row,
                                        before.of(row.node()),
                                        Objects.requireNonNull(unknown.get(row.node()))))));
    }

    private static Uni<Void> takeOver(LedgerTransaction tx, SpeakerRow row, Speaker before, NodeAgent published) {
        NodeName node = row.node();
        Speaker copy = row.toDomain();
        Speaker now = NodeAgentReport.takenOver(node, copy, published, tx.now());
        boolean changed = !NodeAgentReport.of(node, copy).equals(NodeAgentReport.of(node, before));
        if (changed || now.equals(copy)) {
            return Uni.createFrom().voidItem();
        }
        row.set(now);
        tx.due(new DueChange.Wake(NodeRow.KIND, node.value(), tx.now()));
        tx.afterCommit(() -> LOG.warnf(
                "the database is an older copy: a later record says who counts as node=%s: %s",
                node, published.getRoot().isEmpty() ? published.getMessage() : now.words()));
        // The former agent's fingerprints. What they change is decided when the topics are read.
        return now.root().equals(copy.root()) && now.machine().equals(copy.machine())
                ? Uni.createFrom().voidItem()
                : NodePluginRow.on(tx, node).chain(found -> FormerFingerprints.drop(tx, found));
    }
}
