package io.hawser.testkit.strict.rule;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Rpc;
import io.hawser.testkit.strict.knowledge.Placement;
import io.hawser.testkit.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;

/** Growing a volume. */
final class ExpandRules {

    private ExpandRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.must(
                        "offline-expand-unpublished",
                        "ControllerExpandVolume; VolumeExpansion",
                        "With OFFLINE expansion a volume is off every node before it grows.",
                        EnumSet.of(Rpc.CONTROLLER_EXPAND_VOLUME),
                        ExpandRules::offline),
                Rule.must(
                        "controller-expand-before-node-expand",
                        "NodeExpandVolume",
                        "Where the controller grows volumes, it has done so before the node does.",
                        EnumSet.of(Rpc.NODE_EXPAND_VOLUME),
                        ExpandRules::controllerFirst));
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
                        entry.getValue().attachment().lastCall()))
                .orElse(Finding.KEPT);
    }

    private static boolean off(Placement placement, World world) {
        return world.capabilities().hasAttach() ? placement.attachment().absent() : placement.nodeEmpty();
    }

    private static Finding controllerFirst(Call call, World world) {
        return world.capabilities().has(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME)
                ? Finding.keptIf(world.expanded(call.subject().key()), "ControllerExpandVolume has not succeeded")
                : Finding.NOT_CONCERNED;
    }
}
