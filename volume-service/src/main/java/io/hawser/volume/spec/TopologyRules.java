package io.hawser.volume.spec;

import io.hawser.message.Fault;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Checks where a volume shall be reachable, by CSI's rules for Topology and TopologyRequirement. A value may be empty:
 * some drivers say so that a node is in no zone, and a volume for such nodes must name what they say.
 */
final class TopologyRules {
    private static final int SEGMENT_CHARACTERS = 63;
    private static final String FIELD = "spec.topology";

    private TopologyRules() {}

    static Optional<Fault> check(VolumeSpec spec) {
        if (!spec.hasTopology()) {
            return Optional.empty();
        }
        TopologyRequirement topology = spec.getTopology();
        if (topology.getRequisiteCount() == 0 && topology.getPreferredCount() == 0) {
            return Fault.of(FIELD, "it names neither a requisite nor a preferred topology");
        }
        return segments("requisite", topology.getRequisiteList())
                .or(() -> segments("preferred", topology.getPreferredList()))
                .or(() -> preferred(topology));
    }

    private static Optional<Fault> preferred(TopologyRequirement topology) {
        Set<Topology> requisite = new HashSet<>(topology.getRequisiteList());
        for (int i = 0; i < topology.getPreferredCount(); i++) {
            if (!requisite.isEmpty() && !requisite.contains(topology.getPreferred(i))) {
                return Fault.of(FIELD + ".preferred[" + i + "]", "it is not among the requisite ones");
            }
        }
        return Optional.empty();
    }

    private static Optional<Fault> segments(String list, List<Topology> topologies) {
        for (int i = 0; i < topologies.size(); i++) {
            Optional<String> message = segments(topologies.get(i));
            if (message.isPresent()) {
                return Fault.of(FIELD + "." + list + "[" + i + "].segments", message.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> segments(Topology topology) {
        Set<String> seen = new HashSet<>();
        for (var segment : topology.getSegmentsMap().entrySet()) {
            String key = segment.getKey();
            int slash = key.indexOf('/');
            if (!fits(key.substring(slash + 1)) || slash >= 0 && !fits(key.substring(0, slash))) {
                return Optional.of("a key is not [prefix/]name of 1 to 63 characters each");
            }
            if (segment.getValue().length() > SEGMENT_CHARACTERS) {
                return Optional.of("a value has more than 63 characters");
            }
            // CSI compares keys case-insensitively.
            if (!seen.add(key.toLowerCase(Locale.ROOT))) {
                return Optional.of("two keys differ only in their case");
            }
        }
        return Optional.empty();
    }

    private static boolean fits(String part) {
        return !part.isEmpty() && part.length() <= SEGMENT_CHARACTERS;
    }
}
