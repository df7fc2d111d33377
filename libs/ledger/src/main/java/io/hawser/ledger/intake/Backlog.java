package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Origin;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The content of a partition when it was assigned. If the database was lost or restored, such a record may have been
 * read and acted on before; nothing stored can tell.
 */
@ApplicationScoped
public class Backlog {
    private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();

    void assigned(Map<TopicPartition, Long> ends) {
        this.ends.putAll(ends);
    }

    /** Whether the record may have been read with a lost database. */
    public boolean holds(Origin origin) {
        return origin.offset() < ends.getOrDefault(new TopicPartition(origin.topic(), origin.partition()), 0L);
    }
}
