package io.hawser.deallocator.deletion.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.inventory.InventoryUpdate;
import io.hawser.deallocator.inventory.db.Locked;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.message.Events;
import io.hawser.v1.Deallocation;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jboss.logging.Logger;

/**
 * Finds services that a lost database has deallocated, by {@code hawser.deallocations}, after a start and when another
 * database server answers. They are decided again, but a volume that was requested since the first decision is another
 * one, which only has a name that the service lists.
 *
 * <p>The topic is read twice. A service that was deleted and created again has a row of its own, while the tombstone of
 * its former life may still be unsent, or another replica may have sent it after the first read.
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
        gate.onceRead(() -> {
            Set<String> suspects = new HashSet<>();
            return decided((tx, decided) -> notDeallocated(tx, decided.keySet())
                            .invoke(rows -> rows.forEach(row -> suspects.add(row.name())))
                            .replaceWithVoid())
                    .chain(() -> suspects.isEmpty()
                            ? Uni.createFrom().voidItem()
                            : decided((tx, decided) -> {
                                decided.keySet().retainAll(suspects);
                                return takeOver(tx, decided);
                            }));
        });
    }

    /** Reads when the services on the topic were deallocated, some hundreds in a transaction. */
    private Uni<Void> decided(BiFunction<LedgerTransaction, Map<String, Instant>, Uni<Void>> work) {
        return records.since(
                HawserTopic.DEALLOCATIONS,
                Instant.EPOCH,
                Deallocation.getDefaultInstance(),
                published -> transactions.run(tx -> work.apply(tx, times(published))));
    }

    private static Map<String, Instant> times(List<Deallocation> published) {
        Map<String, Instant> times = new HashMap<>();
        published.stream().filter(Deallocation::hasService).forEach(each -> Events.instant(
                        each.hasDecidedAt(), each.getDecidedAt())
                .ifPresent(at -> times.put(each.getService(), at)));
        return times;
    }

    /**
     * Locks these services. Leaves out those that are deallocated, and those whose record on the topic is out of date
     * because the tombstone after it is not sent yet.
     */
    private Uni<List<ServiceRow>> notDeallocated(LedgerTransaction tx, Collection<String> names) {
        return Locked.services(tx, names).chain(rows -> records.superseded(
                        tx,
                        HawserTopic.DEALLOCATIONS,
                        rows.stream().map(LostDecisions::key).toList())
                .map(over -> rows.stream()
                        .filter(row -> !(row.deletion().toDomain() instanceof Deletion.Deallocated))
                        .filter(row -> !over.contains(key(row)))
                        .toList()));
    }

    private static String key(ServiceRow row) {
        return InventoryUpdate.service(row.name()).key();
    }

    private Uni<Void> takeOver(LedgerTransaction tx, Map<String, Instant> decided) {
        return notDeallocated(tx, decided.keySet())
                .invoke(rows -> rows.forEach(row -> takeOver(tx, row, Objects.requireNonNull(decided.get(row.name())))))
                .replaceWithVoid();
    }

    private static void takeOver(LedgerTransaction tx, ServiceRow row, Instant at) {
        if (row.lostDecision(at)) {
            tx.afterCommit(() -> LOG.warnf("a database that is lost deallocated service=%s at %s", row.name(), at));
        }
    }
}
