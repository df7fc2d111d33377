package io.hawser.bus.topic;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * The hash of Kafka's default partitioner. It never changes, so a key stays where it is. Also for {@code
 * hawser.assignments}, where the key is the node's name alone: the writer and the node's agent must agree on the
 * partition.
 */
public final class KeyHash {
    private KeyHash() {}

    /**
     * The place of a key among these.
     *
     * @param places at least 1
     */
    public static int of(String key, int places) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % places;
    }
}
