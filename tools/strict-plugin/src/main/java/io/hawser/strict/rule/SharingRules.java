package io.hawser.strict.rule;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.AccessModes;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Rules for how many nodes, writers and targets an access mode allows at the same time. */
final class SharingRules {

    private SharingRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "single-node-mode-one-node",
                        EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME),
                        SharingRules::oneNode),
                Rule.of("single-writer-mode-one-writer", EnumSet.of(Rpc.NODE_PUBLISH_VOLUME), SharingRules::oneWriter),
                // These modes are for reading, but no sentence of the specification says that readonly must then be
                // true.
                Rule.of("reader-mode-read-only", EnumSet.of(Rpc.NODE_PUBLISH_VOLUME), SharingRules::readers),
                Rule.of(
                        "reader-mode-attached-read-only",
                        EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME),
                        SharingRules::attachedReaders),
                Rule.of("one-target-per-node", EnumSet.of(Rpc.NODE_PUBLISH_VOLUME), SharingRules::oneTarget));
    }

    private static Mode mode(Call call) {
        return call.fields().capability().map(c -> c.getAccessMode().getMode()).orElse(Mode.UNKNOWN);
    }

    private static Finding oneNode(Call call, World world) {
        boolean controller = call.rpc() == Rpc.CONTROLLER_PUBLISH_VOLUME;
        // With controller publishing, the controller's call decides, otherwise the node's.
        if (controller != world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        boolean many = AccessModes.onManyNodes(mode(call));
        // Where the volume already is, it may be with such a mode.
        Predicate<Placement> alone = placement -> !many
                || placement
                        .capability()
                        .filter(came ->
                                !AccessModes.onManyNodes(came.getAccessMode().getMode()))
                        .isPresent();
        // What a node kept although the volume was detached from it counts once the node is not fenced any more. It was
        // when a call was first sent that is repeated now.
        boolean first = !controller || world.here(call).attachment().absent();
        String node = controller ? call.fields().nodeId() : call.node();
        return elsewhere(
                        call,
                        world,
                        (other, placement) -> !other.equals(node)
                                && alone.test(placement)
                                && (controller && !placement.attachment().absent()
                                        || first && !placement.nodeEmpty() && !world.fenced(other)))
                .map(entry -> Finding.broken("also on node " + entry.getKey(), lastCall(entry.getValue(), controller)))
                .orElse(many ? Finding.NOT_CONCERNED : Finding.KEPT);
    }

    private static long lastCall(Placement placement, boolean controller) {
        return controller && !placement.attachment().absent()
                ? placement.attachment().lastCall()
                : placement.lastCallOnNode();
    }

    private static Finding oneWriter(Call call, World world) {
        if (mode(call) != Mode.MULTI_NODE_SINGLE_WRITER || call.fields().readonly()) {
            return Finding.NOT_CONCERNED;
        }
        return elsewhere(
                        call,
                        world,
                        (other, placement) -> !other.equals(call.node())
                                && !world.fenced(other)
                                && writing(placement).findAny().isPresent())
                .map(entry -> Finding.broken(
                        "node " + entry.getKey() + " writes too",
                        writing(entry.getValue()).max(Long::compare).orElse(0L)))
                .orElse(Finding.KEPT);
    }

    /** The last call that concerned each target that is not read-only. */
    private static Stream<Long> writing(Placement placement) {
        return placement
                .standingTargets()
                .filter(target -> !target.getValue().readonly())
                .map(target -> target.getValue().standing().lastCall());
    }

    private static Finding readers(Call call, World world) {
        Mode mode = mode(call);
        return mode == Mode.SINGLE_NODE_READER_ONLY || mode == Mode.MULTI_NODE_READER_ONLY
                ? Finding.keptIf(call.fields().readonly(), mode + ", but not readonly")
                : Finding.NOT_CONCERNED;
    }

    /** A repetition must be as the call before, whatever that was. */
    private static Finding attachedReaders(Call call, World world) {
        return mode(call) == Mode.MULTI_NODE_READER_ONLY
                        && world.capabilities().has(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY)
                        && world.here(call).attachment().absent()
                ? Finding.keptIf(
                        call.fields().readonly(), "attached by a plugin with PUBLISH_READONLY, but not readonly")
                : Finding.NOT_CONCERNED;
    }

    private static Optional<Map.Entry<String, Placement>> elsewhere(
            Call call, World world, BiPredicate<String, Placement> occupied) {
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry -> occupied.test(entry.getKey(), entry.getValue()))
                .findFirst();
    }

    private static Finding oneTarget(Call call, World world) {
        if (AccessModes.atManyTargets(mode(call))) {
            return Finding.NOT_CONCERNED;
        }
        return world.here(call)
                .standingTargets()
                .filter(entry -> !entry.getKey().equals(call.fields().targetPath()))
                .findFirst()
                .map(entry -> Finding.broken(
                        "published at " + entry.getKey() + " too",
                        entry.getValue().standing().lastCall()))
                .orElse(Finding.KEPT);
    }
}
