package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Node;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** When each node was fenced, by {@code hawser.nodes}. Only a fence replaces a node's own report. */
final class Fences {
    private final Map<String, TreeMap<Instant, Boolean>> byNode = new HashMap<>();

    private Fences() {}

    static Fences of(History history) {
        Fences fences = new Fences();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.NODES) {
                record.as(Node.class).ifPresent(node -> fences.byNode
                        .computeIfAbsent(node.getName(), n -> new TreeMap<>())
                        .put(record.at(), node.getFenced()));
            }
        }
        return fences;
    }

    /** Whether the node was fenced at some time from one moment to another, both included. */
    boolean between(String node, Instant from, Instant to) {
        TreeMap<Instant, Boolean> words = byNode.getOrDefault(node, new TreeMap<>());
        Map.Entry<Instant, Boolean> standing = words.floorEntry(from);
        return (standing != null && standing.getValue())
                || (!from.isAfter(to) && words.subMap(from, true, to, true).containsValue(true));
    }

    boolean at(String node, Instant when) {
        return between(node, when, when);
    }
}
