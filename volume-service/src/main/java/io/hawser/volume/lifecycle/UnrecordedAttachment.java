package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.CallEffects.Applied;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.Effect.RecordEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a plugin's rejections say about an attachment that no record has (ADR 18). A plugin may also reject a call while
 * an earlier detach still takes effect, so the first rejection does not count.
 */
final class UnrecordedAttachment {
    private static final int COUNTS = 2;
    private static final String REASON = "UnrecordedAttachment";

    private UnrecordedAttachment() {}

    /** @param applied with the outcome of the call */
    static Applied suspected(
            Applied applied,
            Operation operation,
            CallOutcome.NotDone failure,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision) {
        if (!(failure instanceof CallOutcome.Rejected(String message, Cause cause))) {
            return applied;
        }
        Volume volume = applied.volume().orElseThrow();
        Optional<Publication> here = operation
                .node()
                .map(volume.publications()::get)
                .filter(there -> there.retry().attempt() >= COUNTS);
        return switch (cause) {
            case OTHER, NO_PLACE -> applied;
            case ATTACHED_OTHERWISE ->
                here.filter(there -> isFirst(there, inputs))
                        .map(there -> onNode(applied, volume, there, decision))
                        .orElse(applied);
            case ATTACHED_ELSEWHERE ->
                here.map(there -> applied.and(volume, new Effect.AskNodesNamedIn(message)))
                        .orElse(applied);
            case IN_USE ->
                volume.removal()
                        .filter(removal -> removal.guessed().isPresent()
                                || isTurn(volume.provision().retry().attempt()))
                        .filter(removal -> mayBeAnywhere(inputs))
                        .map(removal -> anywhere(applied, volume, removal.guessed(), policy, decision))
                        .orElse(applied);
        };
    }

    /**
     * Neither this publication nor a lost one gave the node anything to mount, as far as anybody says, or the node says
     * that no target is left.
     */
    private static boolean isFirst(Publication here, VolumeInputs inputs) {
        return here.state() == Publication.State.PENDING_PUBLISH
                && (here.announced()
                        ? !here.mounts().mayHaveTargets()
                        : !inputs.node(here.node()).mounted());
    }

    /** The node is asked first. Then the volume is detached, and attached again if it is still wanted there. */
    private static Applied onNode(Applied applied, Volume volume, Publication here, DecisionContext decision) {
        DecisionContext above = decision.above(volume.generation());
        long generation =
                here.mounts().reported().map(above::above).orElse(above).generation();
        Publication nodeFirst = here.nodeFirst().assigned(generation, Set.of());
        return applied.and(
                volume.with(nodeFirst),
                new Effect.Assign(nodeFirst, true, List.of()),
                new RecordEvent(
                        REASON,
                        here.node(),
                        "the plugin has it attached there in another way, and no record says why: it is detached once"
                                + " the node has nothing of it, then attached again"));
    }

    /** The 2nd, the 4th, the 8th rejection: a volume may be in use in another way, and there may be many nodes. */
    private static boolean isTurn(int attempt) {
        return attempt >= COUNTS && Integer.bitCount(attempt) == 1;
    }

    /**
     * A plugin that lists its attachments is asked by the sweep. A node that has reported a mount of the volume
     * meanwhile unmounts it first.
     */
    private static boolean mayBeAnywhere(VolumeInputs inputs) {
        return inputs.orphans().isEmpty()
                && inputs.plugin()
                        .filter(plugin -> plugin.publishes() && !plugin.listsPublishedNodes())
                        .isPresent();
    }

    /**
     * The deletion is tried again after the detaches, which the same transaction stores after this decision. If it is
     * rejected again, the next page of nodes follows.
     */
    private static Applied anywhere(
            Applied applied, Volume volume, Optional<NodeName> after, Policy policy, DecisionContext decision) {
        Instant soon = decision.now().plus(policy.backoff().delay(1, decision.jitter()));
        Provision provision = volume.provision();
        Applied detached = applied.and(
                volume.with(provision.with(provision.retry().notBefore(soon))), new Effect.DetachEverywhere(after));
        return after.isPresent()
                ? detached
                : detached.and(
                        detached.volume().orElseThrow(),
                        new RecordEvent(
                                REASON,
                                "the plugin says that it is in use, and no record says where:"
                                        + " it is detached from each node"));
    }
}
