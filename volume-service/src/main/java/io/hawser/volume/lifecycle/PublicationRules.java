package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The transitions of one publication that need no call; DESIGN.md draws them all. */
final class PublicationRules {
    private static final String SAID = "the node has nothing of it any more";
    private static final String USED_AGAIN = "the volume is in use there again";

    private PublicationRules() {}

    /**
     * Where a publication comes to.
     *
     * @param publication empty = none any more
     * @param effects in order
     * @param drop generation that no longer carries the targets of the releasing claims; 0 = none did
     */
    record Settled(Optional<Publication> publication, List<Effect> effects, long drop) {}

    /** @param granted claims that hold this node's mounts; those that are releasing are not among them */
    static Settled settle(Publication publication, List<Claim> granted, VolumeInputs inputs, DecisionContext drawn) {
        List<Effect> effects = new ArrayList<>();
        Publication now = publication;
        boolean overtaken = now.overtaken(drawn);
        DecisionContext decision = drawn.above(overtaken ? now.reportedGeneration() : now.generation());
        long drop = 0;
        if (inputs.node(now.node()).fenced() && mayHoldMounts(now, inputs)) {
            now = nothing(now.in(State.PENDING_UNPUBLISH).withoutConfirmation(), decision, effects);
            effects.add(new Effect.RecordEvent(
                    "ForcedDetach", now.node(), "the node is fenced: detached without its word, it still owes one"));
            drop = now.generation();
        }
        boolean wanted = !granted.isEmpty();
        switch (now.state()) {
            case PENDING_PUBLISH -> {
                // Withdrawn: whatever an attempt may have done is undone, not abandoned, and what the node had before
                // it goes first.
                if (!wanted && !now.attempted()) {
                    return new Settled(Optional.empty(), effects, drop);
                } else if (!wanted && mayHoldMounts(now, inputs)) {
                    now = nothing(now.nodeFirst(), decision, effects);
                    drop = now.generation();
                } else if (!wanted) {
                    now = now.in(State.PENDING_UNPUBLISH);
                } else if (needsNoAttach(inputs)) {
                    now = assign(now.in(State.PUBLISHED), granted, decision, effects);
                }
                if (wanted) {
                    now = forgotten(now, USED_AGAIN, effects);
                }
            }
            case PUBLISHED -> {
                Set<String> targets = targets(granted);
                if (!wanted) {
                    now = nothing(now.in(State.PENDING_NODE_UNPUBLISH), decision, effects);
                    drop = now.generation();
                } else if (!targets.equals(now.assigned())) {
                    boolean unknown = now.announced() && now.assigned().isEmpty();
                    boolean shrinks = unknown || !targets.containsAll(now.assigned());
                    now = assign(now, granted, decision, effects);
                    drop = shrinks ? now.generation() : drop;
                }
            }
            case PENDING_NODE_UNPUBLISH -> {
                if (wanted && (now.attempted() || needsNoAttach(inputs))) {
                    now = forgotten(now, USED_AGAIN, effects);
                    // The controller has not begun: the node keeps it, under a new generation in any case. Where the
                    // node has nothing, a database that is lost perhaps detached it already.
                    now = now.nothingLeft() && !needsNoAttach(inputs)
                            ? now.attachedAgain()
                            : assign(now.in(State.PUBLISHED), granted, decision, effects);
                } else if (now.nothingLeft()) {
                    now = forgotten(now, SAID, effects).in(State.PENDING_UNPUBLISH);
                }
            }
            case PENDING_UNPUBLISH, UNCONFIRMED_DETACH -> {}
        }
        if (now.state() == State.PENDING_UNPUBLISH && hasNothingToUndo(now, inputs)) {
            return new Settled(detached(now, effects), effects, drop);
        }
        now = again(now, publication.generation(), overtaken, granted, decision, effects);
        if (overtaken && now.generation() != publication.generation()) {
            // Nobody here knows which targets the lost life gave to the node.
            drop = now.generation();
        }
        if (now.state() == State.UNCONFIRMED_DETACH && now.nothingLeft()) {
            now = forgotten(now, SAID, effects);
            effects.add(new Effect.Unassign(now.node()));
            effects.add(new Effect.RecordEvent("DetachConfirmed", now.node(), "the node reports that nothing is left"));
            return new Settled(Optional.empty(), effects, drop);
        }
        return new Settled(Optional.of(now), effects, drop);
    }

    /**
     * Says to the node once more what it was told, under a generation that it takes: where it has taken over one above
     * ours, or where an operator says
     * that nothing is mounted there.
     */
    private static Publication again(
            Publication now,
            long announced,
            boolean overtaken,
            List<Claim> granted,
            DecisionContext decision,
            List<Effect> effects) {
        boolean said = now.generation() != announced;
        boolean leaving = now.state() == State.PENDING_NODE_UNPUBLISH || now.unconfirmed();
        if (leaving && now.forget().asked() && !now.forget().announced()) {
            Publication asked = now.with(new Publication.Forget(now.forget().command(), true));
            return nothing(asked, decision.above(now.generation()), effects);
        }
        if (!overtaken || said) {
            return now;
        }
        if (now.state() == State.PUBLISHED) {
            return assign(now, granted, decision, effects);
        }
        return leaving ? nothing(now, decision, effects) : now;
    }

    /** Who asked the node to drop its record is answered. */
    static Publication forgotten(Publication publication, String note, List<Effect> effects) {
        if (publication.forget().asked()) {
            effects.add(new Effect.Forgotten(publication.forget().command(), note));
        }
        return publication.with(Publication.Forget.NO);
    }

    /** The controller was never asked for it under any id, or the plugin is known to attach nothing. */
    private static boolean hasNothingToUndo(Publication publication, VolumeInputs inputs) {
        boolean neverAsked = !publication.attempted() && publication.csiNodeId().isEmpty();
        return !publication.uncertain() && (neverAsked || needsNoAttach(inputs));
    }

    /** The controller let go: only an unconfirmed detach keeps the record. */
    static Optional<Publication> detached(Publication publication, List<Effect> effects) {
        if (publication.unconfirmed() && !publication.nothingLeft()) {
            return Optional.of(publication.in(State.UNCONFIRMED_DETACH));
        }
        forgotten(publication, SAID, effects);
        if (publication.announced()) {
            effects.add(new Effect.Unassign(publication.node()));
        }
        return Optional.empty();
    }

    private static boolean mayHoldMounts(Publication publication, VolumeInputs inputs) {
        return switch (publication.state()) {
            case PUBLISHED, PENDING_NODE_UNPUBLISH -> true;
            case PENDING_PUBLISH ->
                publication.attempted()
                        && (publication.announced()
                                || inputs.node(publication.node()).mounted());
            case PENDING_UNPUBLISH, UNCONFIRMED_DETACH -> false;
        };
    }

    /** A plugin that is known to have no controller publish; one that is not known is waited for. */
    private static boolean needsNoAttach(VolumeInputs inputs) {
        return inputs.plugin().filter(plugin -> !plugin.publishes()).isPresent();
    }

    private static Publication nothing(Publication publication, DecisionContext decision, List<Effect> effects) {
        Publication now = publication.assigned(decision.generation(), Set.of());
        effects.add(new Effect.Assign(now, true, List.of()));
        return now;
    }

    static Publication assign(
            Publication publication, List<Claim> granted, DecisionContext decision, List<Effect> effects) {
        Publication now = publication.assigned(decision.generation(), targets(granted));
        effects.add(new Effect.Assign(now, false, granted));
        return now;
    }

    private static Set<String> targets(List<Claim> granted) {
        return granted.stream().map(Claim::targetId).collect(Collectors.toUnmodifiableSet());
    }
}
