package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a service does with records. One bean a service. */
public interface RecordHandler {
    /** The message types it knows. */
    MessageTypes types();

    /**
     * Which topics are read after which, when reading begins: a topic, and those that hold what its records name. The
     * order is of what was there when a partition was assigned; later records come as they come. Without a circle.
     */
    default Map<HawserTopic, Set<HawserTopic>> readAfter() {
        return Map.of();
    }

    /**
     * Stores what these records say, in this transaction, in this order. Records and timers only store and make work
     * due; decisions that call anything are the due work's.
     *
     * @param records {@link Decoded.Known}, {@link Decoded.Tombstone} and {@link Decoded.Invalid} only. A failure that
     *     is not transient sends a batch back in halves, and a single record to the dead letters, if the
     *     {@link #sample} of its type succeeds.
     */
    Uni<Void> apply(LedgerTransaction tx, List<Decoded> records);

    /**
     * A life in which every type of message is applied, and a tombstone on every topic whose tombstones are, so that
     * each goes through all statements that a real record may go through. What comes before a type's last record is
     * what its way needs: rows that it reads, entities that it wakes. When a record fails where the sample of its type
     * succeeds, the record is at fault; where the sample fails too, we are. It is always rolled back.
     *
     * @param name a name that no entity has, new each time: a DNS label of at most 48 characters
     */
    List<SampleStep> sample(String name);
}
