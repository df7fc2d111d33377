package io.hawser.deallocator.inventory.kafka;

import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.wiring.DeletionConfig;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** While records of tasks are unreadable, looks whether people have discarded them. */
@ApplicationScoped
public class DiscardLook {
    private static final Logger LOG = Logger.getLogger(DiscardLook.class);

    private final Transactions transactions;
    private final Discards discards;
    private final InventoryIntake intake;

    @Produces
    final Periodic looks;

    DiscardLook(
            DeletionConfig config, Transactions transactions, Discards discards, InventoryIntake intake, Vertx vertx) {
        this.transactions = transactions;
        this.discards = discards;
        this.intake = intake;
        this.looks = new Periodic(
                vertx,
                config.discardsEvery(),
                this::look,
                failure -> LOG.warnf("discarded records of tasks could not be read: %s", failure));
    }

    private Uni<Void> look() {
        return transactions
                .single(statements -> statements.select("select place from unreadable_task"))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()))
                .chain(places -> places.isEmpty() ? Uni.createFrom().voidItem() : apply(places));
    }

    private Uni<Void> apply(Set<String> places) {
        return Uni.createFrom()
                .item(() -> discards.of(places))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .map(discarded ->
                        discarded.stream().<Fact>map(Fact.TaskDiscarded::new).toList())
                .chain(facts -> facts.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : transactions.run(tx -> intake.facts(tx, facts)));
    }
}
