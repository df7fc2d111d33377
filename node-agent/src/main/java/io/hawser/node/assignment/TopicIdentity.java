package io.hawser.node.assignment;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The topic that assignments are read from. With another number of partitions, a node's records are in another
 * partition. Another topic of the same name lacks the old records. In both cases a missing record means nothing.
 *
 * @param id Kafka's id of the topic
 */
public record TopicIdentity(String node, String topic, String id, int partitions) {

    /** Reads what {@link #line} made; empty: it is something else. */
    public static Optional<TopicIdentity> parse(String line) {
        String[] words = line.trim().split("\\s+");
        try {
            return Optional.of(new TopicIdentity(words[0], words[1], words[2], Integer.parseInt(words[3])));
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException other) {
            return Optional.empty();
        }
    }

    /** As a file keeps it. */
    public String line() {
        return node + " " + topic + " " + id + " " + partitions + "\n";
    }

    /** Whether both are for the same node and topic name: the records of this one may replace the other's. */
    public boolean succeeds(TopicIdentity before) {
        return node.equals(before.node) && topic.equals(before.topic);
    }

    /** Why records read from {@code now} must not take anything down; empty: they may. */
    public Optional<String> difference(TopicIdentity now, Path file) {
        if (equals(now)) {
            return Optional.empty();
        }
        String end = now.succeeds(this)
                ? "this ends when volume-service has written all assignments again, as it does by itself; if that takes"
                        + " more than some minutes, type ./hawser republish and delete " + file
                : "if that is meant, delete " + file + ": it ends within 30 s";
        return Optional.of("nothing is taken down: this root's assignments came from " + this + ", and now come from "
                + now + "; " + end);
    }

    @Override
    public String toString() {
        return "topic " + topic + " (id " + id + ", " + partitions + " partitions) for node " + node;
    }
}
