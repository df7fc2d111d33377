package io.hawser.deallocator.deletion.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.inventory.db.Locked;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.catchup.OwnRecords;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.message.Events;
import io.hawser.v1.Deallocation;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;

/**
 * Finds services that a lost database has deallocated, by {@code hawser.deallocations}, after a start and when another
 * database server answers. They are decided again, but a volume that was created under a name that the service lists
 * since the first decision is another volume.
 */
@ApplicationScoped
public class LostDecisions {
    private static final Logger LOG = Logger.getLogger(LostDecisions.class);

    private final StartGate gate;
    private final Transactions transactions;
    private final OwnRecords records;

    public LostDecisions(StartGate gate, Transactions transactions, OwnRecords records) {
        this.gate = gate;
        this.transactions = transactions;
        this.records = records;
    }

    void start(@Observes StartupEvent event) {
        gate.onceRead(() -> records.since(
                HawserTopic.DEALLOCATIONS, Instant.EPOCH, Deallocation.getDefaultInstance(), this::takeOver));
    }

    private Uni<Void> takeOver(List<Deallocation> published) {
        Map<String, Instant> decided = new HashMap<>();
        published.stream().filter(Deallocation::hasService).forEach(each -> Events.instant(
                        each.hasDecidedAt(), each.getDecidedAt())
                .ifPresent(at -> decided.put(each.getService(), at)));
        return transactions.run(tx -> takeOver(tx, decided));
    }

    private static Uni<Void> takeOver(LedgerTransaction tx, Map<String, Instant> decided) {
        return Locked.services(tx, decided.keySet())
                .invoke(rows -> rows.stream()
                        .filter(row -> !(row.deletion().toDomain() instanceof Deletion.Deallocated))
                        .forEach(row -> takeOver(row, Objects.requireNonNull(decided.get(row.name())))))
                .replaceWithVoid();
    }

    private static void takeOver(ServiceRow row, Instant at) {
        if (row.lostDecision(at)) {
            LOG.warnf("the database is an older copy: service=%s was deallocated at %s", row.name(), at);
        }
    }
}
