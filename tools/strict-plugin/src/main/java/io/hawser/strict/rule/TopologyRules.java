package io.hawser.strict.rule;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

final class TopologyRules {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?");
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9]([-.a-z0-9]{0,61}[a-z0-9])?");

    private TopologyRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "preferred-within-requisite",
                        EnumSet.of(Rpc.CREATE_VOLUME),
                        TopologyRules::preferredWithinRequisite),
                Rule.of("topology-segments", EnumSet.of(Rpc.CREATE_VOLUME, Rpc.GET_CAPACITY), TopologyRules::segments));
    }

    private static Finding preferredWithinRequisite(Call call, World world) {
        TopologyRequirement wanted = ((CreateVolumeRequest) call.request()).getAccessibilityRequirements();
        if (wanted.getRequisiteCount() == 0 || wanted.getPreferredCount() == 0) {
            return Finding.NOT_CONCERNED;
        }
        return Finding.keptIf(
                Set.copyOf(wanted.getRequisiteList()).containsAll(wanted.getPreferredList()),
                "a preferred topology is not requisite");
    }

    private static Finding segments(Call call, World world) {
        List<Topology> named =
                switch (call.request()) {
                    case CreateVolumeRequest create ->
                        Stream.concat(
                                        create.getAccessibilityRequirements().getRequisiteList().stream(),
                                        create.getAccessibilityRequirements().getPreferredList().stream())
                                .toList();
                    case GetCapacityRequest capacity
                    when capacity.hasAccessibleTopology() -> List.of(capacity.getAccessibleTopology());
                    default -> List.of();
                };
        return named.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(named.stream().allMatch(TopologyRules::wellFormed), "bad segment in " + named);
    }

    private static boolean wellFormed(Topology topology) {
        Set<String> keys = new HashSet<>();
        return topology.getSegmentsMap().entrySet().stream().allMatch(entry -> {
            int slash = entry.getKey().indexOf('/');
            boolean prefix = slash < 0
                    || PREFIX.matcher(entry.getKey().substring(0, slash)).matches();
            return prefix
                    && NAME.matcher(entry.getKey().substring(slash + 1)).matches()
                    && NAME.matcher(entry.getValue()).matches()
                    && keys.add(entry.getKey().toLowerCase(Locale.ROOT));
        });
    }
}
