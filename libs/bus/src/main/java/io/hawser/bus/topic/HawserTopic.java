package io.hawser.bus.topic;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every topic, its partitions and how long records stay; the code form of {@code proto/topics.md}, which says who
 * writes and who reads.
 */
public enum HawserTopic {
    NODES("nodes", 1, Kept.COMPACTED),
    TASKS("tasks", 1, Kept.COMPACTED),
    SERVICES("services", 1, Kept.COMPACTED),
    NETWORKS("networks", 1, Kept.COMPACTED),
    VOLUME_COMMANDS("volume-commands", 1, Kept.BY_TIME),
    PLUGIN_COMMANDS("plugin-commands", 1, Kept.BY_TIME),
    VOLUMES("volumes", 8, Kept.COMPACTED),
    TASK_VOLUMES("task-volumes", 8, Kept.COMPACTED),
    COMMAND_RESULTS("command-results", 8, Kept.BY_TIME),
    ASSIGNMENTS("assignments", 8, Kept.COMPACTED),
    MOUNTS("mounts", 8, Kept.COMPACTED),
    FINGERPRINTS("fingerprints", 8, Kept.COMPACTED),
    PLUGINS("plugins", 8, Kept.COMPACTED),
    DEALLOCATIONS("deallocations", 8, Kept.COMPACTED),
    EVENTS("events", 8, Kept.BY_TIME);

    /** How a topic forgets. */
    public enum Kept {
        COMPACTED,
        BY_TIME
    }

    private static final Duration WEEK = Duration.ofDays(7);

    private final String suffix;
    private final int partitions;
    private final Kept kept;

    HawserTopic(String suffix, int partitions, Kept kept) {
        this.suffix = suffix;
        this.partitions = partitions;
        this.kept = kept;
    }

    /** The name without prefix, such as {@code volume-commands}. */
    public String suffix() {
        return suffix;
    }

    /** How many partitions a topic gets when Hawser creates it. */
    public int partitions() {
        return partitions;
    }

    /** How the topic forgets. */
    public Kept kept() {
        return kept;
    }

    /** Whether producers that are none of ours write it: nobody says how they choose a key's partition. */
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

    /** Topic settings by their Kafka names; {@code proto/topics.md} says why each. */
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(
                switch (kept) {
                    case COMPACTED ->
                        Map.of(
                                "cleanup.policy", "compact",
                                "segment.ms", millis(Duration.ofHours(1)),
                                "max.compaction.lag.ms", millis(Duration.ofHours(6)),
                                "delete.retention.ms", millis(WEEK),
                                "min.cleanable.dirty.ratio", "0.1");
                    case BY_TIME ->
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

    /** Whether its records bear the broker's time: who was heard when, on one clock for all agents. */
    private boolean brokersTime() {
        return this == FINGERPRINTS || this == MOUNTS;
    }

    /** Settings of the topic that takes what could not be decoded. */
    static Map<String, String> deadSettings() {
        return Map.of("cleanup.policy", "delete", "retention.ms", millis(Duration.ofDays(30)));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
