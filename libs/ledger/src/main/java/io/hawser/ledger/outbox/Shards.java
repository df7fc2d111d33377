package io.hawser.ledger.outbox;

import io.hawser.bus.topic.KeyHash;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The outbox is split by key, so that two relays never have records of one key. There are few shards: a Kafka commit
 * costs 11 to 25 ms, so full batches matter more than many relays. The count is a constant of the schema (table {@code
 * ledger_shard}).
 */
public final class Shards {
    public static final int COUNT = 2;

    private Shards() {}

    /** The ids of the shards' producers, in shard order. */
    public static List<String> transactionalIds(String topicPrefix, String service) {
        return IntStream.range(0, COUNT)
                .mapToObj(shard -> topicPrefix + "." + service + ".outbox-" + shard)
                .toList();
    }

    public static short of(String topic, String key) {
        return (short) KeyHash.of(topic + '\0' + key, COUNT);
    }
}
