package io.hawser.testkit.strict.rule;

import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Rpc;
import io.hawser.testkit.strict.knowledge.Placement;
import io.hawser.testkit.strict.knowledge.Standing;
import io.hawser.testkit.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The order in and out: controller, staging, publishing, and back the same way. */
final class OrderRules {

    private static final String LIFECYCLE = "Volume Lifecycle";

    private OrderRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.must(
                        "controller-publish-before-stage",
                        LIFECYCLE + "; NodeStageVolume",
                        "ControllerPublishVolume has succeeded for this node before NodeStageVolume.",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME),
                        OrderRules::attached),
                Rule.must(
                        "controller-publish-before-node-publish",
                        LIFECYCLE + "; NodePublishVolume",
                        "ControllerPublishVolume has succeeded for this node before NodePublishVolume.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        OrderRules::attached),
                Rule.must(
                        "stage-before-node-publish",
                        LIFECYCLE + "; NodeStageVolume",
                        "NodeStageVolume has succeeded on this node before NodePublishVolume.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        OrderRules::staged),
                Rule.must(
                        "node-unpublish-before-unstage",
                        LIFECYCLE + "; NodeUnstageVolume",
                        "Every target on the node is unpublished before NodeUnstageVolume.",
                        EnumSet.of(Rpc.NODE_UNSTAGE_VOLUME),
                        OrderRules::unpublished),
                Rule.must(
                        "unstage-before-controller-unpublish",
                        LIFECYCLE + "; ControllerUnpublishVolume",
                        "The volume is unstaged on the node before ControllerUnpublishVolume.",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        OrderRules::unstaged),
                Rule.must(
                        "node-unpublish-before-controller-unpublish",
                        LIFECYCLE + "; ControllerUnpublishVolume",
                        "Without staging, every target on the node is unpublished before ControllerUnpublishVolume.",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        OrderRules::unpublishedFromNode),
                Rule.must(
                        "controller-unpublish-before-delete",
                        LIFECYCLE + "; DeleteVolume",
                        "The volume is unpublished from every node before DeleteVolume.",
                        EnumSet.of(Rpc.DELETE_VOLUME),
                        OrderRules::detached),
                Rule.must(
                        "node-undone-before-delete",
                        LIFECYCLE + "; DeleteVolume",
                        "Without controller publishing, the volume is off every node before DeleteVolume.",
                        EnumSet.of(Rpc.DELETE_VOLUME),
                        OrderRules::offEveryNode));
    }

    private static Placement here(Call call, World world) {
        return world.placements().at(call.subject().key(), call.node());
    }

    private static Finding attached(Call call, World world) {
        if (!world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        Standing attachment = here(call, world).attachment();
        return Finding.keptIf(
                attachment.present(), "ControllerPublishVolume: " + attachment.state(), attachment.lastCall());
    }

    private static Finding staged(Call call, World world) {
        if (!world.capabilities().hasStage()) {
            return Finding.NOT_CONCERNED;
        }
        Standing staging = here(call, world).staging();
        return Finding.keptIf(staging.present(), "NodeStageVolume: " + staging.state(), staging.lastCall());
    }

    private static Finding unpublished(Call call, World world) {
        return noTarget(here(call, world)).orElse(Finding.KEPT);
    }

    private static Optional<Finding> noTarget(Placement placement) {
        return placement
                .standingTargets()
                .findFirst()
                .map(entry -> Finding.broken(
                        "target " + entry.getKey() + ": "
                                + entry.getValue().standing().state(),
                        entry.getValue().standing().lastCall()));
    }

    /** The node that a call detaches from; empty if somebody vouched for it, or all are meant. */
    private static Optional<Placement> detaching(Call call, World world) {
        String nodeId = call.fields().nodeId();
        return Optional.of(world.placements().at(call.subject().key(), nodeId))
                .filter(placement -> !world.fenced(nodeId));
    }

    private static Finding unstaged(Call call, World world) {
        if (!world.capabilities().hasStage()) {
            return Finding.NOT_CONCERNED;
        }
        return detaching(call, world)
                .map(Placement::staging)
                .map(staging -> Finding.keptIf(staging.absent(), "staging: " + staging.state(), staging.lastCall()))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding unpublishedFromNode(Call call, World world) {
        if (world.capabilities().hasStage()) {
            return Finding.NOT_CONCERNED;
        }
        return detaching(call, world)
                .map(placement -> noTarget(placement).orElse(Finding.KEPT))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding detached(Call call, World world) {
        if (!world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry -> !entry.getValue().attachment().absent())
                .findFirst()
                .map(entry -> on(entry, entry.getValue().attachment()))
                .orElse(Finding.KEPT);
    }

    private static Finding offEveryNode(Call call, World world) {
        if (world.capabilities().hasAttach()) {
            return Finding.NOT_CONCERNED;
        }
        return world.placements().of(call.subject().key()).entrySet().stream()
                .filter(entry ->
                        !world.fenced(entry.getKey()) && !entry.getValue().nodeEmpty())
                .findFirst()
                .map(entry -> on(entry, entry.getValue().staging()))
                .orElse(Finding.KEPT);
    }

    private static Finding on(Map.Entry<String, Placement> where, Standing standing) {
        return Finding.broken("still on node " + where.getKey(), standing.lastCall());
    }
}
