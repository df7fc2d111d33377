package io.hawser.node.assignment.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One read of a partition from its start. Up to the end that the partition had at the beginning, only the newest record
 * of each key counts: what an older one says was true once, and may not be any more.
 */
final class PartitionRead {
    private final long end;
    private final Map<String, ConsumerRecord<byte[], byte[]>> newest = new LinkedHashMap<>();
    private boolean caughtUp;

    /** @param end offset behind the last record that there was when the read began */
    PartitionRead(long end) {
        this.end = end;
    }

    /** Whether all that there was at the beginning is read. */
    boolean caughtUp() {
        return caughtUp;
    }

    void add(String key, ConsumerRecord<byte[], byte[]> record) {
        newest.remove(key);
        newest.put(key, record);
    }

    /**
     * Takes what counts now; nothing before the end is reached.
     *
     * @param position offset of the next record
     * @return in the order in which they were read
     */
    List<ConsumerRecord<byte[], byte[]>> take(long position) {
        caughtUp |= position >= end;
        if (!caughtUp) {
            return List.of();
        }
        List<ConsumerRecord<byte[], byte[]>> taken = new ArrayList<>(newest.values());
        newest.clear();
        return taken;
    }
}
