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

/** What a person can do to the topics of a machine's broker. */
public final class TopicAdmin {
    private static final long AT_MOST_SECONDS = 30;

    private TopicAdmin() {}

    /** What is done with a connection to the broker. */
    public interface Work<T> {
        T with(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
    }

    /**
     * Does the work with a connection of its own.
     *
     * @param what for example {@code read the topics' ends}
     * @throws IllegalStateException with a sentence, if the broker refuses or does not answer
     */
    public static <T> T with(String bootstrapServers, String what, Work<T> work) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            return work.with(admin);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot " + what + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("cannot " + what + ": the broker does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    public static void delete(String bootstrapServers, HawserTopic topic) {
        with(bootstrapServers, "delete " + topic, admin -> admin.deleteTopics(List.of(TopicNames.DEFAULT.of(topic)))
                .all()
                .get());
    }

    /** The offset that each partition's next record gets (its high watermark). */
    public static Map<TopicPartition, Long> ends(String bootstrapServers) {
        return with(bootstrapServers, "read the topics' ends", admin -> ends(admin, List.of(HawserTopic.values())));
    }

    public static Map<TopicPartition, Long> ends(Admin admin, List<HawserTopic> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        return offsets(admin, topics, OffsetSpec.latest());
    }

    /** The offset of each partition's first record that is not deleted. */
    public static Map<TopicPartition, Long> beginnings(Admin admin, List<HawserTopic> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        return offsets(admin, topics, OffsetSpec.earliest());
    }

    private static Map<TopicPartition, Long> offsets(Admin admin, List<HawserTopic> topics, OffsetSpec which)
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
