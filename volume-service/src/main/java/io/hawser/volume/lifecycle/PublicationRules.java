package io.hawser.volume.lifecycle;

import io.hawser.v1.ForgetMount;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The decision about one publication. Each method named after a state has the transitions that leave that state without
 * a call; the table "Publications" of DESIGN.md lists them all.
 */
final class PublicationRules {
    private static final String SAID = "the node has nothing of it any more";
    private static final String USED_AGAIN = "the volume is in use there again";
    private static final String ENDED = "the attachment ended before this was acted on";
    private static final String BEGUN_AGAIN =
            "the volume may have been given to the node again since: the plugin is asked to detach it";
    private static final String MOUNTED_AGAIN =
            "the node reports a mount of it again: it unmounts, then the plugin is asked to detach it";

    private final Publication before;
    private final VolumeSpec spec;
    private final List<Claim> granted;
    private final boolean wanted;
    private final VolumeInputs inputs;
    /** The stored assignment is not the node's last one. */
    private final boolean overtaken;

    private final DecisionContext decision;
    private final List<Effect> effects = new ArrayList<>();
    private Publication now;
    private long droppedGeneration;

    /** @param granted granted claims on this node, without the releasing ones */
    PublicationRules(
            Publication before, VolumeSpec spec, List<Claim> granted, VolumeInputs inputs, DecisionContext context) {
        this.before = before;
        this.now = before;
        this.spec = spec;
        this.granted = granted;
        this.wanted = !granted.isEmpty();
        this.inputs = inputs;
        // No task runs on a mount that the node has not reported, so the node's answer is not waited for.
        this.overtaken = before.mounts().isBehind() || LaterLife.isAnsweredLater(before, context);
        DecisionContext above = context.above(before.generation());
        this.decision = before.mounts().reported().map(above::above).orElse(above);
    }

    /**
     * The result of the decision.
     *
     * @param publication empty = the record ends
     * @param effects in order
     * @param droppedGeneration first generation without the targets of the releasing claims; 0 = none
     */
    record Settled(Optional<Publication> publication, List<Effect> effects, long droppedGeneration) {
        boolean assigns() {
            return effects.stream().anyMatch(Effect.Assign.class::isInstance);
        }
    }

    Settled settled() {
        if (now.state() != State.PENDING_UNPUBLISH || now.retry().attempt() == 0) {
            // What the operator detached is not what is to be detached now.
            detachedInVain(BEGUN_AGAIN);
        }
        if (inputs.node(now.node()).fenced() && inputs.mayBeMounted(now)) {
            fenced();
        }
        if (inputs.isUndecided(now)) {
            return new Settled(Optional.of(now), effects, droppedGeneration);
        }
        switch (now.state()) {
            case PENDING_PUBLISH -> {
                if (!wanted && !now.attempted()) {
                    forgotten(SAID);
                    return new Settled(Optional.empty(), effects, droppedGeneration);
                }
                pendingPublish();
            }
            case PUBLISHED -> published();
            case PENDING_NODE_UNPUBLISH -> pendingNodeUnpublish();
            case PENDING_UNPUBLISH -> pendingUnpublish();
            case UNCONFIRMED_DETACH -> {}
        }
        if (now.state() == State.PENDING_UNPUBLISH && now.mounts().nothingLeft()) {
            // The command does not wait for the controller.
            forgotten(SAID);
        }
        if (now.state() == State.PENDING_UNPUBLISH && hasNothingToUndo()) {
            Detached detached = detached(now);
            effects.addAll(detached.effects());
            return new Settled(detached.publication(), effects, droppedGeneration);
        }
        repeatAssignment();
        if (overtaken && now.generation() != before.generation()) {
            // The targets that the lost database assigned to the node are unknown.
            droppedGeneration = now.generation();
        }
        if (now.state() == State.UNCONFIRMED_DETACH && now.mounts().nothingLeft()) {
            forgotten(SAID);
            effects.add(new Effect.Unassign(now.node()));
            effects.add(new Effect.RecordEvent("DetachConfirmed", now.node(), "the node reports that nothing is left"));
            return new Settled(Optional.empty(), effects, droppedGeneration);
        }
        return new Settled(Optional.of(now), effects, droppedGeneration);
    }

    private void fenced() {
        assignNothing(now.fenced());
        effects.add(new Effect.RecordEvent(
                "ForcedDetach", now.node(), "the node is fenced: detached without its report, which is still awaited"));
        droppedGeneration = now.generation();
    }

    /** Without claims the effect of an attempt is undone, not abandoned. Mounts that the node had before go first. */
    private void pendingPublish() {
        boolean mounted = inputs.mayBeMounted(now);
        boolean undone =
                !wanted || isCalledByAFormerId() && !(mounted && now.mounts().mayHaveTargets());
        if (undone && mounted) {
            assignNothing(now.nodeFirst());
            droppedGeneration = now.generation();
        } else if (undone) {
            forgotten(SAID);
            now = now.unpublishing();
        } else {
            if (needsNoAttach()) {
                assign(now.neverAttached().published());
            }
            forgotten(USED_AGAIN);
        }
    }

    /**
     * The plugin calls the node by another id now, and rejects the one of an attach that may have taken effect. The
     * attach is undone under that id; then the claims begin one under the present id.
     */
    private boolean isCalledByAFormerId() {
        String present = inputs.node(now.node()).csiNodeId();
        boolean rejected = now.retry().rejectedBy().isPresent() && !now.retry().busy();
        return now.uncertain() && rejected && !present.isEmpty() && !present.equals(now.csiNodeId());
    }

    private void published() {
        Set<TargetId> targets = targets(granted);
        if (!wanted) {
            assignNothing(now.nodeUnpublishing());
            droppedGeneration = now.generation();
        } else if (attaches().orElse(false)
                && now.needsAttach(inputs.node(now.node()).csiNodeId())) {
            // The plugin attaches since an upgrade. The node keeps its mounts meanwhile.
            now = now.renamed(inputs.node(now.node()).csiNodeId())
                    .attachedAgain()
                    .fixing(MountOptions.attaching(
                                    now, spec, inputs.plugin().orElseThrow().capabilities())
                            .with(granted.getFirst().flags()));
        } else if (!targets.equals(now.assigned())) {
            boolean unknown = now.announced() && now.assigned().isEmpty();
            boolean shrinks = unknown || !targets.containsAll(now.assigned());
            assign(now);
            droppedGeneration = shrinks ? now.generation() : droppedGeneration;
        }
    }

    private void pendingNodeUnpublish() {
        if (wanted && (now.attempted() || needsNoAttach())) {
            forgotten(USED_AGAIN);
            // The controller has not detached yet, so the node keeps the volume, under a new generation in any case. If
            // the node has nothing, a lost database may have detached the volume already.
            if (now.mounts().nothingLeft() && !needsNoAttach()) {
                now = now.attachedAgain()
                        .fixing(now.options().with(granted.getFirst().flags()));
            } else {
                assign(now.published());
            }
        } else if (now.mounts().nothingLeft()) {
            forgotten(SAID);
            now = now.unpublishing();
        }
    }

    /** Under a new generation: it shows to a restored copy that the controller may have detached the volume. */
    private void pendingUnpublish() {
        if (inputs.isTakenBack(now)) {
            detachedInVain(MOUNTED_AGAIN);
            assignNothing(now.nodeFirst());
        }
    }

    /**
     * Repeats the node's last assignment under a generation that the node accepts: if the node accepted, or was given,
     * one above the stored one, or if an operator says that nothing is mounted there.
     */
    private void repeatAssignment() {
        boolean assignedNow = now.generation() != before.generation();
        boolean leaving = (now.state() == State.PENDING_NODE_UNPUBLISH || now.unconfirmed())
                && !now.mounts().nothingLeft();
        if (leaving && now.forget().asked() && !now.forget().announced()) {
            Publication asked = now.with(now.forget().announced(true));
            assignNothing(asked, decision.above(now.generation()));
        } else if (overtaken && !assignedNow && now.state() == State.PUBLISHED) {
            assign(now);
        } else if (overtaken && !assignedNow && leaving) {
            assignNothing(now);
        }
    }

    private void forgotten(String note) {
        effects.addAll(answered(now.forget().command(), note));
        now = now.with(now.forget().unmountedBy(""));
    }

    /** The plugin is to detach the volume all the same. */
    private void detachedInVain(String note) {
        effects.addAll(answered(now.forget().detached(), note));
        now = now.with(now.forget().detachedBy(""));
    }

    /** The answers to all commands to forget the mount. */
    static List<Effect> answered(Publication publication, String note) {
        return Stream.of(publication.forget().command(), publication.forget().detached())
                .flatMap(command -> answered(command, note).stream())
                .toList();
    }

    private static List<Effect> answered(String command, String note) {
        return command.isEmpty()
                ? List.of()
                : List.of(new Effect.CommandDone(command, ForgetMount.getDescriptor(), note));
    }

    /** The controller was never called for it under any node id, or the plugin is known to attach nothing. */
    private boolean hasNothingToUndo() {
        boolean neverAsked = !now.attempted() && now.csiNodeId().isEmpty();
        return !now.uncertain() && (neverAsked || needsNoAttach());
    }

    /** @param publication empty = the record ends */
    record Detached(Optional<Publication> publication, List<Effect> effects) {}

    /** The controller has detached the volume: only an unconfirmed detach keeps the record. */
    static Detached detached(Publication publication) {
        return detached(publication, ENDED);
    }

    /** An operator has detached the volume. */
    static Detached detachedByHand(Publication publication) {
        return detached(publication.withUncertain(false), "the plugin is not asked to detach it any more");
    }

    /** @param byHand the answer to the command that says that an operator has detached the volume */
    private static Detached detached(Publication publication, String byHand) {
        List<Effect> effects = new ArrayList<>(answered(publication.forget().detached(), byHand));
        if (publication.unconfirmed() && !publication.mounts().nothingLeft()) {
            Publication unconfirmed = publication.with(publication.forget().detachedBy(""));
            return new Detached(Optional.of(unconfirmed.unconfirmedDetach()), effects);
        }
        effects.addAll(answered(publication.forget().command(), SAID));
        if (publication.announced()) {
            effects.add(new Effect.Unassign(publication.node()));
        }
        return new Detached(Optional.empty(), effects);
    }

    /** The plugin is known to have no ControllerPublishVolume; an unknown plugin is waited for. */
    private boolean needsNoAttach() {
        return attaches().equals(Optional.of(false));
    }

    private Optional<Boolean> attaches() {
        return inputs.plugin().map(plugin -> plugin.publishes());
    }

    private void assignNothing(Publication publication) {
        assignNothing(publication, decision);
    }

    private void assignNothing(Publication publication, DecisionContext decision) {
        now = publication.assigned(decision.generation(), Set.of());
        effects.add(new Effect.Assign(now, true, List.of()));
    }

    private void assign(Publication publication) {
        now = publication.assigned(decision.generation(), targets(granted));
        effects.add(new Effect.Assign(now, false, granted));
    }

    private static Set<TargetId> targets(List<Claim> granted) {
        return granted.stream().map(Claim::targetId).collect(Collectors.toUnmodifiableSet());
    }
}
