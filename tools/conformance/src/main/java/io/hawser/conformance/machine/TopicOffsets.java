package io.hawser.conformance.machine;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** The first and last offsets of the partitions of Hawser's topics. */
public final class TopicOffsets {
    private static final long AT_MOST_SECONDS = 30;

    private TopicOffsets() {}

    /** The offset that each partition's next record gets (its high watermark). */
    public static Map<TopicPartition, Long> ends(Admin admin, List<HawserTopic> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        return of(admin, topics, OffsetSpec.latest());
    }

    /** The offset of each partition's first record that is not deleted. */
    public static Map<TopicPartition, Long> beginnings(Admin admin, List<HawserTopic> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        return of(admin, topics, OffsetSpec.earliest());
    }

    private static Map<TopicPartition, Long> of(Admin admin, List<HawserTopic> topics, OffsetSpec which)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (HawserTopic topic : topics) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                asked.put(new TopicPartition(TopicNames.DEFAULT.of(topic), partition), which);
            }
        }
        Map<TopicPartition, Long> offsets = new HashMap<>();
        admin.listOffsets(asked)
                .all()
                .get(AT_MOST_SECONDS, TimeUnit.SECONDS)
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }
}
