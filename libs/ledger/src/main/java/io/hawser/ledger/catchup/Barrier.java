package io.hawser.ledger.catchup;

import io.hawser.ledger.position.LogPartition;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * High watermarks noted at one moment. An irreversible decision waits until everything in the logs at that moment has
 * been read. Stored as text beside the command that it guards.
 *
 * @param ends by partition; a partition that was empty is not listed
 */
public record Barrier(Map<LogPartition, Long> ends) {
    public Barrier {
        ends = Map.copyOf(ends);
    }

    /** @param positions stored positions; a partition without one counts as unread */
    public boolean reachedBy(Map<LogPartition, Long> positions) {
        return missing(positions).isEmpty();
    }

    /** The partitions that are not read that far, with their ends. */
    public Map<LogPartition, Long> missing(Map<LogPartition, Long> positions) {
        Map<LogPartition, Long> missing = new TreeMap<>(ends);
        missing.entrySet().removeIf(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
        return missing;
    }

    /**
     * Whether one of these can never be reached, because its topic was created again or its log has lost its end.
     *
     * @param now high watermarks noted later
     */
    public static boolean isUnreachable(Map<LogPartition, Long> missing, Barrier now) {
        return missing.entrySet().stream().anyMatch(end -> now.ends().getOrDefault(end.getKey(), -1L) < end.getValue());
    }

    /** {@code TOPIC_ID/TOPIC/PARTITION=END}, comma separated. */
    public String toText() {
        return new TreeMap<>(ends)
                .entrySet().stream()
                        .map(end -> end.getKey().topicId() + "/" + end.getKey().topic() + "/"
                                + end.getKey().partition() + "=" + end.getValue())
                        .collect(Collectors.joining(","));
    }

    /** The inverse of {@link #toText()}. */
    public static Barrier parse(String text) {
        Map<LogPartition, Long> ends = new TreeMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            int equals = part.lastIndexOf('=');
            String[] log = part.substring(0, equals).split("/");
            ends.put(
                    new LogPartition(log[0], log[1], Integer.parseInt(log[2])),
                    Long.parseLong(part.substring(equals + 1)));
        }
        return new Barrier(ends);
    }
}
