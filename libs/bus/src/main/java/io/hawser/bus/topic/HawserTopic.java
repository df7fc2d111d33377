package io.hawser.bus.topic;

import static io.hawser.bus.service.HawserService.DEALLOCATOR_SERVICE;
import static io.hawser.bus.service.HawserService.NODE_AGENT;
import static io.hawser.bus.service.HawserService.PLUGIN_REGISTRY;
import static io.hawser.bus.service.HawserService.VOLUME_SERVICE;

import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.message.RecordTypes;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every topic, its writers and how long its records are kept: the code form of {@code proto/topics.md}. The proto file
 * of a message says on which topic it is.
 */
public enum HawserTopic {
    NODES("nodes", Source.ORCHESTRATOR, CleanupPolicy.COMPACT, NODE_AGENT),
    TASKS("tasks", Source.ORCHESTRATOR, CleanupPolicy.COMPACT),
    SERVICES("services", Source.ORCHESTRATOR, CleanupPolicy.COMPACT),
    NETWORKS("networks", Source.ORCHESTRATOR, CleanupPolicy.COMPACT),
    VOLUME_COMMANDS("volume-commands", Source.ORCHESTRATOR, CleanupPolicy.DELETE, DEALLOCATOR_SERVICE),
    PLUGIN_COMMANDS("plugin-commands", Source.ORCHESTRATOR, CleanupPolicy.DELETE, NODE_AGENT),
    VOLUMES("volumes", Source.HAWSER, CleanupPolicy.COMPACT, VOLUME_SERVICE),
    TASK_VOLUMES("task-volumes", Source.HAWSER, CleanupPolicy.COMPACT, VOLUME_SERVICE),
    COMMAND_RESULTS(
            "command-results",
            Source.HAWSER,
            CleanupPolicy.DELETE,
            VOLUME_SERVICE,
            PLUGIN_REGISTRY,
            DEALLOCATOR_SERVICE),
    ASSIGNMENTS("assignments", Source.HAWSER, CleanupPolicy.COMPACT, VOLUME_SERVICE),
    MOUNTS("mounts", Source.HAWSER, CleanupPolicy.COMPACT, NODE_AGENT, VOLUME_SERVICE),
    FINGERPRINTS("fingerprints", Source.HAWSER, CleanupPolicy.COMPACT, NODE_AGENT, VOLUME_SERVICE),
    PLUGINS("plugins", Source.HAWSER, CleanupPolicy.COMPACT, PLUGIN_REGISTRY),
    DEALLOCATIONS("deallocations", Source.HAWSER, CleanupPolicy.COMPACT, DEALLOCATOR_SERVICE),
    EVENTS("events", Source.HAWSER, CleanupPolicy.DELETE, HawserService.values());

    /** Kafka's {@code cleanup.policy}. */
    public enum CleanupPolicy {
        COMPACT,
        DELETE
    }

    private enum Source {
        /** Producers outside Hawser write it too, which may choose a key's partition in any way. */
        ORCHESTRATOR(1),
        HAWSER(8);

        private final int partitions;

        Source(int partitions) {
            this.partitions = partitions;
        }
    }

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration SEGMENT = Duration.ofDays(1);

    /** A segment is deleted when its newest record has expired. */
    public static final Duration COMMANDS_KEPT_AT_MOST = WEEK.plus(SEGMENT);

    private static final Set<HawserTopic> FOR_ORCHESTRATORS = forOrchestrators();

    private final String suffix;
    private final Source source;
    private final CleanupPolicy cleanupPolicy;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of makes no other.
    private final Set<HawserService> writers;

    HawserTopic(String suffix, Source source, CleanupPolicy cleanupPolicy, HawserService... writers) {
        this.suffix = suffix;
        this.source = source;
        this.cleanupPolicy = cleanupPolicy;
        this.writers = Set.of(writers);
    }

    /** The name without prefix, such as {@code volume-commands}. */
    public String suffix() {
        return suffix;
    }

    /** Number of partitions when Hawser creates the topic. */
    public int partitions() {
        return source.partitions;
    }

    public CleanupPolicy cleanupPolicy() {
        return cleanupPolicy;
    }

    /** Whether producers outside Hawser write it, which may choose a key's partition in any way. */
    public boolean writtenByOrchestrator() {
        return source == Source.ORCHESTRATOR;
    }

    /** Whether its records are commands, each of which is answered under its id. */
    public boolean holdsCommands() {
        return writtenByOrchestrator() && cleanupPolicy == CleanupPolicy.DELETE;
    }

    /** Hawser's own writers of this topic. */
    public Set<HawserService> writers() {
        return writers;
    }

    /** The topics that a service writes. */
    public static Set<HawserTopic> writtenBy(HawserService service) {
        return Arrays.stream(values())
                .filter(topic -> topic.writers.contains(service))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The topics that a service reads as they come: a service with a database, by its intake. */
    public static Set<HawserTopic> readBy(HawserService service) {
        return switch (service) {
            case VOLUME_SERVICE -> EnumSet.of(NODES, TASKS, VOLUME_COMMANDS, MOUNTS, FINGERPRINTS, PLUGINS);
            case PLUGIN_REGISTRY -> EnumSet.of(NODES, PLUGIN_COMMANDS, FINGERPRINTS);
            case DEALLOCATOR_SERVICE -> EnumSet.of(TASKS, SERVICES, NETWORKS, VOLUMES);
            case NODE_AGENT -> EnumSet.of(NODES, ASSIGNMENTS);
        };
    }

    /**
     * Whether Hawser writes it for orchestrators and people. Of these, its services read at most VOLUMES of each other;
     * each may read what it has written itself.
     */
    public boolean isForOrchestrators() {
        return FOR_ORCHESTRATORS.contains(this);
    }

    private static Set<HawserTopic> forOrchestrators() {
        Set<HawserTopic> topics = EnumSet.allOf(HawserTopic.class);
        topics.removeIf(HawserTopic::writtenByOrchestrator);
        Arrays.stream(HawserService.values()).map(HawserTopic::readBy).forEach(topics::removeAll);
        topics.add(VOLUMES);
        return topics;
    }

    /** Whether its records are states, and Hawser alone writes them. */
    public boolean isState() {
        return cleanupPolicy == CleanupPolicy.COMPACT && !writtenByOrchestrator();
    }

    /** Whether one service has all these states in a database, and writes them all again if the topic is lost. */
    public boolean isWrittenAgain() {
        return isState() && HawserService.withDatabase().containsAll(writers);
    }

    /** Default instances of the messages that its records hold. */
    public List<Message> messages() {
        return RecordTypes.on(suffix);
    }

    /** Whether a message belongs on this topic. */
    public boolean holds(Message message) {
        return RecordTypes.topicOf(message).equals(suffix);
    }

    /** Topic settings by their Kafka names; {@code proto/topics.md} gives the reason for each. */
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(
                switch (cleanupPolicy) {
                    case COMPACT ->
                        Map.of(
                                "cleanup.policy", "compact",
                                "segment.ms", millis(Duration.ofHours(1)),
                                "max.compaction.lag.ms", millis(Duration.ofHours(6)),
                                "delete.retention.ms", millis(WEEK),
                                "min.cleanable.dirty.ratio", "0.1");
                    case DELETE ->
                        Map.of(
                                "cleanup.policy", "delete",
                                "segment.ms", millis(SEGMENT),
                                "retention.ms", millis(WEEK));
                });
        if (this == NODES || this == SERVICES || this == NETWORKS) {
            // Compaction takes a tombstone as soon as its key is written again, whatever delete.retention.ms says. A
            // reader that was away has to see that the name was free in between, and that a node was fenced before.
            settings.put("min.compaction.lag.ms", millis(WEEK));
            settings.put("max.compaction.lag.ms", millis(WEEK));
        }
        if (brokersTime()) {
            settings.put("message.timestamp.type", "LogAppendTime");
        }
        return Map.copyOf(settings);
    }

    /** Whether its records have the broker's time, so that one clock tells when each agent was heard. */
    private boolean brokersTime() {
        return this == FINGERPRINTS || this == MOUNTS;
    }

    /** Settings of a dead-letter topic. */
    static Map<String, String> deadSettings() {
        return Map.of("cleanup.policy", "delete", "retention.ms", millis(Duration.ofDays(30)));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
