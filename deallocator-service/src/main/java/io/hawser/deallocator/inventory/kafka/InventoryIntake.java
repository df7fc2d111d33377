package io.hawser.deallocator.inventory.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.Bookkeeping;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.Notice;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.inventory.db.LockedInventory;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Stores the content of records and makes deletions due. It decides none. */
@ApplicationScoped
public class InventoryIntake implements RecordHandler {
    private final TopicNames names;
    private final Announcements announcements;

    public InventoryIntake(TopicNames names, Announcements announcements) {
        this.names = names;
        this.announcements = announcements;
    }

    @Override
    public List<SampleStep> sample(String name) {
        return InventorySample.steps(name);
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        List<Fact> facts = new ArrayList<>();
        for (Decoded record : records) {
            switch (FactReader.read(record, names)) {
                case ParsedRecord.Accepted(Fact fact) -> {
                    facts.add(fact);
                    announcements.ignored(tx, record);
                }
                case ParsedRecord.Refused refused -> announcements.refused(tx, refused);
                case ParsedRecord.Skipped() -> {}
            }
        }
        return LockedInventory.lock(tx, facts)
                .invoke(locked -> {
                    Bookkeeping.Outcome outcome = Bookkeeping.apply(locked.toDomain(), facts);
                    locked.write(outcome.after());
                    tell(tx, outcome);
                })
                .replaceWithVoid();
    }

    private void tell(LedgerTransaction tx, Bookkeeping.Outcome outcome) {
        outcome.services().forEach(name -> wake(tx, Resource.SERVICE, name));
        outcome.networks().forEach(name -> wake(tx, Resource.NETWORK, name));
        outcome.servicesGone().forEach(name -> forget(tx, Resource.SERVICE, name));
        outcome.networksGone().forEach(name -> forget(tx, Resource.NETWORK, name));
        for (Notice notice : outcome.notices()) {
            announcements.notice(tx, notice);
        }
    }

    private static void wake(LedgerTransaction tx, Resource resource, String name) {
        tx.due(new DueChange.Wake(resource.word(), name, "", tx.now()));
    }

    private static void forget(LedgerTransaction tx, Resource resource, String name) {
        tx.due(new DueChange.Forget(resource.word(), name));
    }
}
