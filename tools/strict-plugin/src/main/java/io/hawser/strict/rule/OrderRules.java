package io.hawser.strict.rule;

import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.Standing;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Rules for the order of calls: controller publish, stage, publish, and the opposites in reverse. */
final class OrderRules {

    private OrderRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("controller-publish-before-stage", EnumSet.of(Rpc.NODE_STAGE_VOLUME), OrderRules::attached),
                Rule.of(
                        "controller-publish-before-node-publish",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        OrderRules::attached),
                Rule.of("stage-before-node-publish", EnumSet.of(Rpc.NODE_PUBLISH_VOLUME), OrderRules::staged),
                Rule.of("node-unpublish-before-unstage", EnumSet.of(Rpc.NODE_UNSTAGE_VOLUME), OrderRules::unpublished),
                Rule.of(
                        "unstage-before-controller-unpublish",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        OrderRules::unstaged),
                Rule.of(
                        "node-unpublish-before-controller-unpublish",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        OrderRules::unpublishedFromNode),
                Rule.of("controller-unpublish-before-delete", EnumSet.of(Rpc.DELETE_VOLUME), OrderRules::detached),
                Rule.of("node-undone-before-delete", EnumSet.of(Rpc.DELETE_VOLUME), OrderRules::offEveryNode));
    }

    private static Finding attached(Call call, World world) {
        if (!world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        Standing attachment = world.here(call).attachment();
        return Finding.keptIf(
                attachment.present(), "ControllerPublishVolume: " + attachment.state(), attachment.lastCall());
    }

    private static Finding staged(Call call, World world) {
        if (!world.capabilities().hasStage()) {
            return Finding.NOT_CONCERNED;
        }
        Standing staging = world.here(call).staging();
        return Finding.keptIf(staging.present(), "NodeStageVolume: " + staging.state(), staging.lastCall());
    }

    private static Finding unpublished(Call call, World world) {
        return noTarget(world.here(call));
    }

    private static Finding noTarget(Placement placement) {
        return placement
                .standingTargets()
                .findFirst()
                .map(entry -> Finding.broken(
                        "target " + entry.getKey() + ": "
                                + entry.getValue().standing().state(),
                        entry.getValue().standing().lastCall()))
                .orElse(Finding.KEPT);
    }

    private static Finding noStaging(Placement placement) {
        Standing staging = placement.staging();
        return Finding.keptIf(staging.absent(), "staging: " + staging.state(), staging.lastCall());
    }

    /**
     * Judges every node that a call detaches from, except fenced ones. The first finding that breaks the rule decides.
     */
    private static Finding detaching(Call call, World world, Function<Placement, Finding> rule) {
        String volume = call.subject().key();
        String nodeId = call.fields().nodeId();
        // An empty node id means every node.
        Map<String, Placement> nodes = nodeId.isEmpty()
                ? world.placements().of(volume)
                : Map.of(nodeId, world.placements().at(volume, nodeId));
        List<Finding> findings = nodes.entrySet().stream()
                .filter(entry -> !world.fenced(entry.getKey()))
                .map(entry -> rule.apply(entry.getValue()))
                .toList();
        return findings.stream()
                .filter(Finding.Broken.class::isInstance)
                .findFirst()
                .orElse(findings.isEmpty() ? Finding.NOT_CONCERNED : Finding.KEPT);
    }

    private static Finding unstaged(Call call, World world) {
        return world.capabilities().hasStage() ? detaching(call, world, OrderRules::noStaging) : Finding.NOT_CONCERNED;
    }

    private static Finding unpublishedFromNode(Call call, World world) {
        return world.capabilities().hasStage() ? Finding.NOT_CONCERNED : detaching(call, world, OrderRules::noTarget);
    }

    private static Finding detached(Call call, World world) {
        if (!world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry -> !entry.getValue().attachment().absent())
                .findFirst()
                .map(entry -> on(entry, entry.getValue().attachment().lastCall()))
                .orElse(Finding.KEPT);
    }

    /** Where it is attached, the rule about that decides. */
    private static Finding offEveryNode(Call call, World world) {
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry -> !world.fenced(entry.getKey())
                        && entry.getValue().attachment().absent()
                        && !entry.getValue().nodeEmpty())
                .findFirst()
                .map(entry -> on(entry, entry.getValue().lastCallOnNode()))
                .orElse(Finding.KEPT);
    }

    private static Finding on(Map.Entry<String, Placement> where, long call) {
        return Finding.broken("still on node " + where.getKey(), call);
    }
}
