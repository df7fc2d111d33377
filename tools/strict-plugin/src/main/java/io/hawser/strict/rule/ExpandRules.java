package io.hawser.strict.rule;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Expansions;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;

final class ExpandRules {

    private ExpandRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("offline-expand-unpublished", EnumSet.of(Rpc.CONTROLLER_EXPAND_VOLUME), ExpandRules::offline),
                Rule.of(
                        "controller-expand-before-node-expand",
                        EnumSet.of(Rpc.NODE_EXPAND_VOLUME),
                        ExpandRules::controllerFirst),
                Rule.of("node-expand-follows", EnumSet.of(Rpc.NODE_EXPAND_VOLUME), ExpandRules::follows)
                        .alsoAtEnd(ExpandRules::neverFollowed));
    }

    private static Finding offline(Call call, World world) {
        if (!world.capabilities().has(PluginCapability.VolumeExpansion.Type.OFFLINE)) {
            return Finding.NOT_CONCERNED;
        }
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry -> !off(entry.getValue(), world))
                .findFirst()
                .map(entry -> Finding.broken(
                        "still on node " + entry.getKey(),
                        world.capabilities().hasAttach()
                                ? entry.getValue().attachment().lastCall()
                                : entry.getValue().lastCallOnNode()))
                .orElse(Finding.KEPT);
    }

    private static boolean off(Placement placement, World world) {
        return world.capabilities().hasAttach() ? placement.attachment().absent() : placement.nodeEmpty();
    }

    private static Finding controllerFirst(Call call, World world) {
        return world.capabilities().has(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME)
                ? Finding.keptIf(
                        world.expansions().grown(call.subject().key()), "ControllerExpandVolume has not succeeded")
                : Finding.NOT_CONCERNED;
    }

    private static Finding follows(Call call, World world) {
        return world.expansions()
                .owed(call.subject().key())
                .map(owed -> Finding.keptIf(!late(owed, world, call.at()), "only now", owed.call()))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static List<Finding.Broken> neverFollowed(World world, Moment now) {
        return world.expansions().owed().stream()
                .filter(owed -> late(owed, world, now))
                .filter(owed ->
                        world.placements().of(owed.volume()).values().stream().anyMatch(Placement::onNode))
                .map(owed -> new Finding.Broken("no NodeExpandVolume since", List.of(owed.call())))
                .toList();
    }

    private static boolean late(Expansions.Owed owed, World world, Moment now) {
        return now.since(world.attempts().sinceListening(owed.since()))
                        .compareTo(world.limits().maxGap())
                > 0;
    }
}
