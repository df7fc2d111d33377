package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Origin;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What stood in a partition already when it was assigned. Where the database was lost or restored, such a record may
 * have been read before, and acted on; nothing that is stored can tell.
 */
@ApplicationScoped
public class Backlog {
    private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();

    void assigned(Map<TopicPartition, Long> ends) {
        this.ends.putAll(ends);
    }

    /** Whether the record may have been read in an earlier life of the database. */
    public boolean holds(Origin origin) {
        return origin.offset() < ends.getOrDefault(new TopicPartition(origin.topic(), origin.partition()), 0L);
    }
}
