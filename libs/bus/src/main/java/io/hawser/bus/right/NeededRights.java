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
 * What one part of Hawser does with topics, and so what it must be allowed. What it does at its start only, and can do
 * without (creating topics and looking at their settings), is no part of it.
 *
 * @param service whose it is, such as {@code volume-service}
 * @param reads topics whose records it takes in
 * @param writes topics that it publishes on
 * @param readsBack which of those it also reads, to know what it published last
 * @param group its consumer group, where it has one
 * @param transactionalIds of its producers, where they write in transactions
 */
public record NeededRights(
        String service,
        TopicNames names,
        Set<HawserTopic> reads,
        Set<HawserTopic> writes,
        Set<HawserTopic> readsBack,
        Optional<String> group,
        List<String> transactionalIds) {
    public NeededRights {
        reads = Set.copyOf(reads);
        writes = Set.copyOf(writes);
        readsBack = Set.copyOf(readsBack);
        transactionalIds = List.copyOf(transactionalIds);
    }

    /** Of a service with a database and an outbox, whose replicas are a consumer group. */
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
                // Before unsent records go out they are compared with what stands there.
                writes.stream()
                        .filter(topic -> topic.cleanupPolicy() == HawserTopic.CleanupPolicy.COMPACT)
                        .collect(Collectors.toSet()),
                Optional.of(names.prefix() + "." + service),
                transactionalIds);
    }

    /**
     * Of an agent.
     *
     * @param announces whether it says that its node exists; who does not has nothing to do with what nodes there are
     */
    public static NeededRights ofAgent(TopicNames names, boolean announces) {
        Set<HawserTopic> reads = EnumSet.of(HawserTopic.ASSIGNMENTS);
        Set<HawserTopic> writes = EnumSet.of(
                HawserTopic.MOUNTS, HawserTopic.FINGERPRINTS, HawserTopic.PLUGIN_COMMANDS, HawserTopic.EVENTS);
        if (announces) {
            reads.add(HawserTopic.NODES);
            writes.add(HawserTopic.NODES);
        }
        return new NeededRights(
                HawserService.NODE_AGENT.serviceName(), names, reads, writes, Set.of(), Optional.empty(), List.of());
    }

    /** By the topic's full name. What cannot be applied, or sent, goes to the topic's dead letters. */
    public Map<String, Set<AclOperation>> onTopics() {
        Map<String, Set<AclOperation>> operations = new TreeMap<>();
        used().forEach(topic -> add(operations, names.deadOf(topic), AclOperation.WRITE));
        reads.forEach(topic -> add(operations, names.of(topic), AclOperation.READ));
        readsBack.forEach(topic -> add(operations, names.of(topic), AclOperation.READ));
        writes.forEach(topic -> add(operations, names.of(topic), AclOperation.WRITE));
        return operations;
    }

    /** The topics that it has to do with. */
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
