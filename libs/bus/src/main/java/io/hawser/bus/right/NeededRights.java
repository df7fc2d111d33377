package io.hawser.bus.right;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;

/**
 * The topics of one part of Hawser, and so the rights that it needs. Rights that it uses only at its start and can do
 * without (creating topics and reading their settings) are not included.
 *
 * @param service the part, such as {@code volume-service}
 * @param reads topics that it consumes
 * @param writes topics that it publishes on
 * @param readsBack those of them that it also reads, to know its last published records
 * @param readsDead topics whose dead letters it reads
 * @param group its consumer group, if it has one
 * @param transactionalIds of its producers, if they write in transactions
 */
public record NeededRights(
        String service,
        TopicNames names,
        Set<HawserTopic> reads,
        Set<HawserTopic> writes,
        Set<HawserTopic> readsBack,
        Set<HawserTopic> readsDead,
        Optional<String> group,
        List<String> transactionalIds) {
    public NeededRights {
        reads = Set.copyOf(reads);
        writes = Set.copyOf(writes);
        readsBack = Set.copyOf(readsBack);
        readsDead = Set.copyOf(readsDead);
        transactionalIds = List.copyOf(transactionalIds);
    }

    /** The rights of a service with a database and an outbox, whose replicas are a consumer group. */
    public static NeededRights ofService(
            String service,
            TopicNames names,
            Set<HawserTopic> reads,
            Set<HawserTopic> writes,
            List<String> transactionalIds) {
        return new NeededRights(
                service,
                names,
                reads,
                writes,
                writes.stream().filter(topic -> readsBack(topic, service)).collect(Collectors.toSet()),
                deadLettersReadBy(service),
                Optional.of(names.prefix() + "." + service),
                transactionalIds);
    }

    /**
     * The rights of an agent.
     *
     * @param announces whether it announces its node; otherwise it does not use the topic of nodes
     */
    public static NeededRights ofAgent(TopicNames names, boolean announces) {
        Set<HawserTopic> reads = EnumSet.copyOf(HawserTopic.readBy(HawserService.NODE_AGENT));
        Set<HawserTopic> writes = EnumSet.copyOf(HawserTopic.writtenBy(HawserService.NODE_AGENT));
        if (!announces) {
            reads.remove(HawserTopic.NODES);
            writes.remove(HawserTopic.NODES);
        }
        return new NeededRights(
                HawserService.NODE_AGENT.serviceName(),
                names,
                reads,
                writes,
                Set.of(),
                Set.of(),
                Optional.empty(),
                List.of());
    }

    /**
     * Unsent records are compared with state topics before they are sent. What a lost database rejected is read from
     * the answers.
     */
    private static boolean readsBack(HawserTopic topic, String service) {
        return topic.cleanupPolicy() == HawserTopic.CleanupPolicy.COMPACT
                || topic == HawserTopic.COMMAND_RESULTS && service.equals(HawserService.VOLUME_SERVICE.serviceName());
    }

    /** A person may discard a task's unreadable record, so that it holds no service any more. */
    private static Set<HawserTopic> deadLettersReadBy(String service) {
        boolean isDeallocator = service.equals(HawserService.DEALLOCATOR_SERVICE.serviceName());
        return isDeallocator ? Set.of(HawserTopic.TASKS) : Set.of();
    }

    /** By the topic's full name. Records that cannot be applied or sent go to the topic's dead letters. */
    public Map<String, Set<AclOperation>> onTopics() {
        Map<String, Set<AclOperation>> operations = new TreeMap<>();
        used().forEach(topic -> add(operations, names.deadOf(topic), AclOperation.WRITE));
        readsDead.forEach(topic -> add(operations, names.deadOf(topic), AclOperation.READ));
        reads.forEach(topic -> add(operations, names.of(topic), AclOperation.READ));
        readsBack.forEach(topic -> add(operations, names.of(topic), AclOperation.READ));
        writes.forEach(topic -> add(operations, names.of(topic), AclOperation.WRITE));
        return operations;
    }

    /** The topics that it uses. */
    public Set<HawserTopic> used() {
        Set<HawserTopic> used = EnumSet.noneOf(HawserTopic.class);
        used.addAll(reads);
        used.addAll(writes);
        return used;
    }

    private static void add(Map<String, Set<AclOperation>> operations, String topic, AclOperation operation) {
        operations
                .computeIfAbsent(topic, ignored -> EnumSet.noneOf(AclOperation.class))
                .add(operation);
    }
}
