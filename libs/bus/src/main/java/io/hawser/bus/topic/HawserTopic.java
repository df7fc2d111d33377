package io.hawser.bus.topic;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every topic, its partitions and how long its records are kept: the code form of {@code proto/topics.md}, which names
 * writers and readers.
 */
public enum HawserTopic {
    NODES("nodes", 1, CleanupPolicy.COMPACT),
    TASKS("tasks", 1, CleanupPolicy.COMPACT),
    SERVICES("services", 1, CleanupPolicy.COMPACT),
    NETWORKS("networks", 1, CleanupPolicy.COMPACT),
    VOLUME_COMMANDS("volume-commands", 1, CleanupPolicy.DELETE),
    PLUGIN_COMMANDS("plugin-commands", 1, CleanupPolicy.DELETE),
    VOLUMES("volumes", 8, CleanupPolicy.COMPACT),
    TASK_VOLUMES("task-volumes", 8, CleanupPolicy.COMPACT),
    COMMAND_RESULTS("command-results", 8, CleanupPolicy.DELETE),
    ASSIGNMENTS("assignments", 8, CleanupPolicy.COMPACT),
    MOUNTS("mounts", 8, CleanupPolicy.COMPACT),
    FINGERPRINTS("fingerprints", 8, CleanupPolicy.COMPACT),
    PLUGINS("plugins", 8, CleanupPolicy.COMPACT),
    DEALLOCATIONS("deallocations", 8, CleanupPolicy.COMPACT),
    EVENTS("events", 8, CleanupPolicy.DELETE);

    /** Kafka's {@code cleanup.policy}. */
    public enum CleanupPolicy {
        COMPACT,
        DELETE
    }

    private static final Duration WEEK = Duration.ofDays(7);

    private final String suffix;
    private final int partitions;
    private final CleanupPolicy cleanupPolicy;

    HawserTopic(String suffix, int partitions, CleanupPolicy cleanupPolicy) {
        this.suffix = suffix;
        this.partitions = partitions;
        this.cleanupPolicy = cleanupPolicy;
    }

    /** The name without prefix, such as {@code volume-commands}. */
    public String suffix() {
        return suffix;
    }

    /** Number of partitions when Hawser creates the topic. */
    public int partitions() {
        return partitions;
    }

    public CleanupPolicy cleanupPolicy() {
        return cleanupPolicy;
    }

    /** Whether producers outside Hawser write it, which may choose a key's partition in any way. */
    public boolean writtenByOrchestrator() {
        return switch (this) {
            case NODES, TASKS, SERVICES, NETWORKS, VOLUME_COMMANDS, PLUGIN_COMMANDS -> true;
            case VOLUMES,
                    TASK_VOLUMES,
                    COMMAND_RESULTS,
                    ASSIGNMENTS,
                    MOUNTS,
                    FINGERPRINTS,
                    PLUGINS,
                    DEALLOCATIONS,
                    EVENTS -> false;
        };
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
                                "segment.ms", millis(Duration.ofDays(1)),
                                "retention.ms", millis(WEEK));
                });
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
