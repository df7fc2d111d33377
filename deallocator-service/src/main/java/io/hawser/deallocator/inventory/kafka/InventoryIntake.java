package io.hawser.deallocator.inventory.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.InventoryUpdate;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.inventory.db.EarlierReferences;
import io.hawser.deallocator.inventory.db.LockedInventory;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stores the content of records and makes deletions due. It decides none. */
@ApplicationScoped
public class InventoryIntake implements RecordHandler {
    /**
     * A service that is gone leaves its RETAIN with the volume of that name. If services were read before volumes, an
     * earlier volume of the name could get the RETAIN and take it along when it goes. The volume that the service meant
     * would then be deleted.
     */
    public static final Map<HawserTopic, Set<HawserTopic>> READ_AFTER =
            Map.of(HawserTopic.SERVICES, Set.of(HawserTopic.VOLUMES));

    private final FactReader reader;
    private final Announcements announcements;

    public InventoryIntake(TopicNames names, Announcements announcements) {
        this.reader = new FactReader(names, Kinds.HAWSERS);
        this.announcements = announcements;
    }

    @Override
    public Map<HawserTopic, Set<HawserTopic>> readAfter() {
        return READ_AFTER;
    }

    @Override
    public List<SampleStep> sample(String name) {
        return InventorySample.steps(name);
    }

    /** A task whose record cannot be read may run. */
    @Override
    public boolean takesMalformed(HawserTopic topic) {
        return topic == HawserTopic.TASKS;
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        List<Fact> facts = new ArrayList<>();
        for (Decoded record : records) {
            switch (reader.read(record)) {
                case ParsedRecord.Accepted(Fact fact) -> {
                    facts.add(fact);
                    announcements.ignored(tx, record);
                }
                case ParsedRecord.Refused refused -> {
                    announcements.refused(tx, record, refused);
                    refused.holds().ifPresent(facts::add);
                }
                case ParsedRecord.Skipped() -> {}
            }
        }
        return facts(tx, facts);
    }

    /** Applies facts that may have come from elsewhere than a record. */
    public Uni<Void> facts(LedgerTransaction tx, List<Fact> facts) {
        return LockedInventory.lock(tx, facts).chain(locked -> {
            InventoryUpdate.Outcome outcome = InventoryUpdate.apply(locked.toDomain(), facts, tx.now());
            locked.write(outcome.after());
            tell(tx, outcome);
            return EarlierReferences.add(tx, outcome.earlier());
        });
    }

    private void tell(LedgerTransaction tx, InventoryUpdate.Outcome outcome) {
        outcome.wake().forEach(id -> tx.due(new DueChange.Wake(id.kind(), id.name(), tx.now())));
        outcome.gone().forEach(id -> tx.due(new DueChange.Forget(id.kind(), id.name())));
        outcome.notices().forEach(notice -> announcements.notice(tx, notice));
    }
}
