package io.hawser.volume.lifecycle.report;

import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.lifecycle.ConditionType;
import io.hawser.volume.lifecycle.Conditions.Condition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a volume's record names. The record stays small, however many nodes the volume is on; the rest is counted. */
final class Shown {
    private static final int NODES = 16;
    private static final int CONDITIONS = 24;

    private Shown() {}

    /** Prefers nodes that are not settled or have a message; returns them ordered by name. */
    static List<VolumeOnNode> nodes(List<VolumeOnNode> all) {
        return all.stream()
                .sorted(Comparator.comparing(Shown::settled).thenComparing(VolumeOnNode::getNode))
                .limit(NODES)
                .sorted(Comparator.comparing(VolumeOnNode::getNode))
                .toList();
    }

    private static boolean settled(VolumeOnNode node) {
        return node.getState() == PublicationState.PUBLICATION_STATE_PUBLISHED
                && node.getMessage().isEmpty();
    }

    /**
     * Shows one condition of each type before a second of any, so that a condition of thousands of nodes hides no
     * other. Keeps the order.
     */
    static List<Condition> conditions(List<Condition> all) {
        if (all.size() <= CONDITIONS) {
            return all;
        }
        Map<ConditionType, Integer> seen = new HashMap<>();
        int[] ofItsType = all.stream()
                .mapToInt(condition -> seen.merge(condition.type(), 1, Integer::sum))
                .toArray();
        Set<Integer> shown = IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparingInt(index -> ofItsType[index]))
                .limit(CONDITIONS)
                .collect(Collectors.toSet());
        return IntStream.range(0, all.size())
                .filter(shown::contains)
                .mapToObj(all::get)
                .toList();
    }
}
