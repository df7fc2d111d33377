package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies a service's records, of each type on the topics that it reads; each service has one such bean. */
public interface RecordHandler {
    /**
     * For each topic, the topics to read before it when reading begins, because its records name their entities. The
     * order holds for the records that exist when a partition is assigned, not for later ones. It has no cycle.
     */
    default Map<HawserTopic, Set<HawserTopic>> readAfter() {
        return Map.of();
    }

    /**
     * What has to be known, beside the topics before it, before the first record of a topic of {@link #readAfter} is
     * applied. Asked again if it fails, and each time a partition of the topic is assigned.
     */
    default Uni<Void> beforeReading(HawserTopic topic) {
        return Uni.createFrom().voidItem();
    }

    /**
     * Whether {@link #apply} also gets the {@link Decoded.Malformed} records of a topic, which go to the dead letters
     * all the same. Those without a usable key go there too, because no later record can replace them. It gets no
     * tombstone among them: whatever is wrong with it, it can only say that something ended.
     */
    default boolean takesMalformed(HawserTopic topic) {
        return false;
    }

    /**
     * Stores the content of these records, in this transaction and in this order. Applying a record only stores, and
     * makes work due; decisions with calls belong to due work.
     *
     * @param records {@link Decoded.Known}, {@link Decoded.Tombstone} and {@link Decoded.Invalid} only, and {@link
     *     Decoded.Malformed} where it {@link #takesMalformed}. After a failure that is not transient, a batch is
     *     applied in halves. A single record goes to the dead letters if the {@link #sample} of its type succeeds.
     */
    Uni<Void> apply(LedgerTransaction tx, List<Decoded> records);

    /**
     * A sequence of records that applies every type of message, and a tombstone on every topic with tombstones, so that
     * each runs all statements of a real record. The steps before a type's last record prepare what it needs: rows that
     * it reads, entities that it wakes. If a record fails and the sample of its type succeeds, the record is at fault;
     * if the sample fails too, the service is. The sample is always rolled back.
     *
     * @param name a new name that no entity has: a DNS label of at most 48 characters
     */
    List<SampleStep> sample(String name);
}
