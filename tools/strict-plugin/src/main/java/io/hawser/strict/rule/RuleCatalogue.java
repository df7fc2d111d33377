package io.hawser.strict.rule;

import io.hawser.strict.call.Rpc;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Every rule, in the order of judging. A call that breaks a decisive rule is judged no further, because further
 * findings would only repeat the same fault.
 */
public final class RuleCatalogue {

    private static final List<Rule> ALL = Stream.of(
                    List.of(CapabilityRules.offered()),
                    FieldRules.all(),
                    ListingRules.all(),
                    VolumeRules.all(),
                    SnapshotRules.all(),
                    CapabilityRules.all(),
                    TopologyRules.all(),
                    OrderRules.all(),
                    SharingRules.all(),
                    PathRules.all(),
                    FlightRules.all(),
                    PacingRules.all(),
                    SecretRules.all(),
                    ExpandRules.all())
            .flatMap(List::stream)
            .toList();

    private static final Map<Rpc, List<Rule>> BY_RPC = byRpc();

    private RuleCatalogue() {}

    public static List<Rule> all() {
        return ALL;
    }

    /** The rules that may concern an RPC. */
    public static List<Rule> of(Rpc rpc) {
        return BY_RPC.getOrDefault(rpc, List.of());
    }

    private static Map<Rpc, List<Rule>> byRpc() {
        Map<Rpc, List<Rule>> byRpc = new EnumMap<>(Rpc.class);
        for (Rpc rpc : Rpc.values()) {
            byRpc.put(
                    rpc, ALL.stream().filter(rule -> rule.rpcs().contains(rpc)).toList());
        }
        return byRpc;
    }
}
