package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.machine.TopicAdmin;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Deletes every record of a compacted topic, like a person who does not know its purpose. */
final class Emptying {
    private static final String POLICY = "cleanup.policy";
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int TRIES = 50;
    private static final int MADE_AGAIN = 300;

    private Emptying() {}

    /**
     * Deletes every record of a topic with retention by time.
     *
     * @param beforeDeleting as in {@link #of}
     * @return the new first offset of its first partition
     */
    static long ofAllRead(String bootstrapServers, HawserTopic topic, Runnable beforeDeleting) {
        return with(bootstrapServers, topic, admin -> {
            Map<TopicPartition, RecordsToDelete> deleted = deleteAll(admin, topic, beforeDeleting);
            return Objects.requireNonNull(deleted.get(new TopicPartition(TopicNames.DEFAULT.of(topic), 0)))
                    .beforeOffset();
        });
    }

    /** @param beforeDeleting runs once it is settled what will be deleted, for readers that need the records */
    static void of(String bootstrapServers, HawserTopic topic, Runnable beforeDeleting) {
        with(bootstrapServers, topic, admin -> {
            // The broker deletes no records of a topic that is only compacted.
            keep(admin, topic, "compact,delete");
            Map<TopicPartition, RecordsToDelete> deleted = deleteAll(admin, topic, beforeDeleting);
            keep(admin, topic, "compact");
            return deleted;
        });
    }

    /** A topic that was deleted comes back, and then contains none of the records to delete. */
    private static <T> T with(String bootstrapServers, HawserTopic topic, TopicAdmin.Work<T> work) {
        return TopicAdmin.with(
                bootstrapServers,
                "empty " + topic,
                admin -> again(UnknownTopicOrPartitionException.class, TRIES, () -> work.with(admin)));
    }

    private interface Attempt<T> {
        T make() throws ExecutionException, InterruptedException, TimeoutException;
    }

    /** Repeats an attempt that fails in this way. */
    private static <T> T again(Class<? extends Exception> failure, int tries, Attempt<T> attempt)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (int number = 1; ; number++) {
            try {
                return attempt.make();
            } catch (ExecutionException e) {
                if (!failure.isInstance(e.getCause()) || number == tries) {
                    throw e;
                }
                Disturber.pause(PAUSE);
            }
        }
    }

    /** The topic may be deleted at the moment; Hawser makes it again. */
    private static void keep(Admin admin, HawserTopic topic, String policy)
            throws ExecutionException, InterruptedException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, TopicNames.DEFAULT.of(topic));
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(POLICY, policy), AlterConfigOp.OpType.SET);
        again(UnknownTopicOrPartitionException.class, MADE_AGAIN, () -> admin.incrementalAlterConfigs(
                        Map.of(resource, List.of(set)))
                .all()
                .get());
    }

    /**
     * The broker applies another policy a moment after it was set.
     *
     * @return what was deleted
     */
    private static Map<TopicPartition, RecordsToDelete> deleteAll(
            Admin admin, HawserTopic topic, Runnable beforeDeleting)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
        TopicAdmin.ends(admin, List.of(topic))
                .forEach((partition, end) -> delete.put(partition, RecordsToDelete.beforeOffset(end)));
        beforeDeleting.run();
        again(PolicyViolationException.class, TRIES, () -> admin.deleteRecords(delete)
                .all()
                .get());
        awaitDeleted(admin, topic, delete);
        return delete;
    }

    /** A reader from the beginning must find none of the records, otherwise the run does not show an emptied topic. */
    private static void awaitDeleted(Admin admin, HawserTopic topic, Map<TopicPartition, RecordsToDelete> deleted)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (int attempt = 1; ; attempt++) {
            Set<TopicPartition> left = left(deleted, TopicAdmin.beginnings(admin, List.of(topic)));
            if (left.isEmpty()) {
                return;
            }
            if (attempt == TRIES) {
                throw new PlayFailedException("cannot empty " + topic + ": something is left in " + left);
            }
            Disturber.pause(PAUSE);
        }
    }

    /** The partitions that begin before the offset that they should begin at. */
    private static Set<TopicPartition> left(
            Map<TopicPartition, RecordsToDelete> deleted, Map<TopicPartition, Long> beginnings) {
        return beginnings.entrySet().stream()
                .filter(first -> first.getValue()
                        < Objects.requireNonNull(deleted.get(first.getKey())).beforeOffset())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
