package io.hawser.csi;

import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of Topology and TopologyRequirement that a caller can break, and that hold for a node's topology, too. A
 * value may be empty, although CSI lets it begin and end with a letter or digit: some drivers, such as Azure Disk,
 * answer an empty zone on each node that is in none, and would otherwise have no node at all.
 */
final class TopologyRules {

    private static final int SEGMENT_CHARACTERS = 63;

    private TopologyRules() {}

    static Optional<Violation> check(String field, TopologyRequirement wanted) {
        Check check = Check.start();
        segments(check, field + ".requisite", wanted.getRequisiteList());
        segments(check, field + ".preferred", wanted.getPreferredList());
        check.that(
                wanted.getRequisiteCount() > 0 || wanted.getPreferredCount() > 0,
                field,
                "must name a requisite or a preferred topology");
        check.that(
                wanted.getRequisiteCount() == 0
                        || new HashSet<>(wanted.getRequisiteList()).containsAll(wanted.getPreferredList()),
                field + ".preferred",
                "must be part of requisite where both are given");
        return check.end();
    }

    static Optional<Violation> check(String field, Topology topology) {
        return segments(Check.start(), field, topology).end();
    }

    private static void segments(Check check, String field, List<Topology> topologies) {
        for (int i = 0; i < topologies.size(); i++) {
            segments(check, field + "[" + i + "]", topologies.get(i));
        }
    }

    private static Check segments(Check check, String field, Topology topology) {
        Set<String> seen = new HashSet<>();
        for (var segment : topology.getSegmentsMap().entrySet()) {
            String key = segment.getKey();
            int slash = key.indexOf('/');
            // Keys are compared case-insensitively: "Zone" and "zone" are the same key.
            check.that(seen.add(key.toLowerCase(Locale.ROOT)), field + ".segments", "has a key twice but for its case");
            check.that(
                    fits(key.substring(slash + 1)) && (slash < 0 || fits(key.substring(0, slash))),
                    field + ".segments",
                    "must have keys of the form [prefix/]name with 1 to 63 characters each");
            check.that(
                    segment.getValue().length() <= SEGMENT_CHARACTERS,
                    field + ".segments",
                    "must have values of at most 63 characters");
        }
        return check;
    }

    private static boolean fits(String part) {
        return !part.isEmpty() && part.length() <= SEGMENT_CHARACTERS;
    }
}
