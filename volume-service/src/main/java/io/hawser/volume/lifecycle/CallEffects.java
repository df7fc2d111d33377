package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.ledger.call.CallToken;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.CallOutcome.NotDone;
import io.hawser.volume.lifecycle.Effect.RecordEvent;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What a call changes: what is stored before it is sent, and what its outcome does to the volume's state by then. Only
 * what the call was about changes, except for {@link #retriedAfterDetach}.
 */
public final class CallEffects {
    private CallEffects() {}

    /**
     * The volume as it is stored before the call is sent. The uncertainty is stored, too: after a crash the call counts
     * as uncertain, never as "did not happen".
     *
     * @param plugin the capabilities of the plugin, as far as they are known before the call
     */
    public static Volume intend(Volume volume, Operation operation, CallToken token, CapabilitySet plugin) {
        Provision before = volume.provision();
        return switch (operation) {
            case Operation.Create _ ->
                calling(volume.with(before.creating(plugin)), token, operation, before.uncertain());
            case Operation.Delete _ -> calling(volume.with(before.intended()), token, operation, before.uncertain());
            case Operation.Publish(NodeName node) ->
                calling(volume, token, operation, node, publication -> publication
                        .intended()
                        .fixing(MountOptions.attaching(publication, volume.spec(), plugin)));
            case Operation.Unpublish(NodeName node) ->
                calling(volume, token, operation, node, publication -> publication.withUncertain(true));
        };
    }

    private static Volume calling(
            Volume volume, CallToken token, Operation operation, NodeName node, UnaryOperator<Publication> intent) {
        Publication publication = Objects.requireNonNull(volume.publications().get(node));
        return calling(volume.with(intent.apply(publication)), token, operation, publication.uncertain());
    }

    private static Volume calling(Volume volume, CallToken token, Operation operation, boolean uncertainBefore) {
        return volume.calling(Optional.of(new Volume.Call(token, operation, uncertainBefore)));
    }

    /** @param volume empty = the volume is deleted */
    record Applied(Optional<Volume> volume, List<Effect> effects) {
        static Applied unchanged(Volume volume) {
            return new Applied(Optional.of(volume), List.of());
        }

        private static Applied with(Volume volume, Effect effect) {
            return new Applied(Optional.of(volume), List.of(effect));
        }

        Applied and(Volume volume, Effect... more) {
            return new Applied(
                    Optional.of(volume),
                    Stream.concat(effects.stream(), Stream.of(more)).toList());
        }
    }

    static Applied apply(
            Volume volume, CallOutcome outcome, VolumeInputs inputs, Policy policy, DecisionContext decision) {
        Volume.Call call = volume.call().orElseThrow(() -> new IllegalStateException("no call of " + volume.name()));
        if (outcome instanceof CallOutcome.Done done && !done.operation().equals(call.operation())) {
            throw new IllegalStateException(outcome + " is no outcome of " + call.operation());
        }
        Volume idle = volume.calling(Optional.empty());
        return switch (outcome) {
            case CallOutcome.Created(var create, Provision.Info info) ->
                Applied.with(
                        idle.with(idle.provision().createdAs(info)),
                        new RecordEvent("Created", "the plugin knows it as " + info.volumeId()));
            case CallOutcome.Deleted _ ->
                new Applied(Optional.empty(), List.of(new RecordEvent("Deleted", "the plugin deleted it")));
            case CallOutcome.Published(Operation.Publish(NodeName node), var context) ->
                on(idle, node)
                        .map(publication -> Applied.with(
                                idle.with(attached(publication.publishedAs(context))),
                                new RecordEvent("Attached", node, "attached to " + node)))
                        .orElseGet(() -> Applied.unchanged(idle));
            case CallOutcome.Unpublished(Operation.Unpublish(NodeName node)) ->
                on(idle, node).map(publication -> detached(idle, publication)).orElseGet(() -> Applied.unchanged(idle));
            case NotDone failure -> {
                Failed failed = new Failed(call, inputs, policy, decision);
                Applied applied =
                        switch (call.operation()) {
                            case Operation.Create() ->
                                provision(
                                        idle,
                                        failure,
                                        idle.provision().isToConfirm() ? "RegisterRejected" : "CreateRejected",
                                        failed);
                            case Operation.Delete() -> provision(idle, failure, "DeleteRejected", failed);
                            case Operation.Publish(NodeName node) ->
                                publication(idle, node, failure, "AttachRejected", failed);
                            case Operation.Unpublish(NodeName node) ->
                                publication(idle, node, failure, "DetachRejected", failed);
                        };
                yield UnrecordedAttachment.suspected(applied, call.operation(), failure, inputs, policy, decision);
            }
        };
    }

    private static Optional<Publication> on(Volume volume, NodeName node) {
        return Optional.ofNullable(volume.publications().get(node));
    }

    /** If the publication was withdrawn during the call, it stays on its way out, and is now certainly attached. */
    private static Publication attached(Publication publication) {
        return publication.state() == State.PENDING_PUBLISH ? publication.published() : publication;
    }

    private static Applied detached(Volume volume, Publication publication) {
        NodeName node = publication.node();
        Effect event = new RecordEvent("Detached", node, "detached from " + node);
        if (publication.state() != State.PENDING_UNPUBLISH) {
            // The node reported a mount during the call.
            return Applied.with(retriedAfterDetach(volume), event);
        }
        PublicationRules.Detached detached = PublicationRules.detached(publication.withUncertain(false));
        List<Effect> effects = new ArrayList<>();
        effects.add(event);
        effects.addAll(detached.effects());
        Volume left = volume.with(node, detached.publication());
        return new Applied(Optional.of(retriedAfterDetach(left)), effects);
    }

    /** An attach to another node may have waited for this detach. */
    static Volume retriedAfterDetach(Volume volume) {
        Volume now = volume;
        for (Publication publication : volume.publications().values()) {
            now = now.with(publication.with(publication.retry().afterDetach()));
        }
        return now;
    }

    private static Applied provision(Volume volume, NotDone failure, String rejected, Failed failed) {
        Provision before = volume.provision();
        Provision after = before.withUncertain(failed.uncertain(failure, before.uncertain()))
                .with(failed.retry(failure, before.retry()));
        return Applied.with(volume.with(after), Failed.event(failure, Optional.empty(), rejected));
    }

    private static Applied publication(Volume volume, NodeName node, NotDone failure, String rejected, Failed failed) {
        Optional<Publication> there = on(volume, node);
        if (there.isEmpty()) {
            return Applied.unchanged(volume);
        }
        Publication before = there.get();
        Effect event = Failed.event(failure, Optional.of(node), rejected);
        if (isRefuted(volume, before, failure)) {
            List<Effect> effects =
                    new ArrayList<>(PublicationRules.answered(before, "the plugin does not have it there"));
            effects.addFirst(event);
            return new Applied(Optional.of(volume.without(node)), effects);
        }
        // How an attach failed says nothing of the detach that it waits for since it was withdrawn.
        boolean withdrawn = before.state() == State.PENDING_UNPUBLISH && failed.ofAnAttach();
        Publication after = before.withUncertain(failed.uncertain(failure, before.uncertain()))
                .with(withdrawn ? before.retry() : failed.retry(failure, before.retry()));
        return Applied.with(volume.with(otherwise(after, volume.spec(), failure)), event);
    }

    /**
     * Whether a lost life of the database attached it read-only may be unknown. The plugin says that it is attached
     * there, and not as it was asked: the next call is the other one.
     */
    private static Publication otherwise(Publication publication, VolumeSpec spec, NotDone failure) {
        boolean inOtherWay = failure instanceof CallOutcome.Rejected(String _, CallOutcome.Cause cause)
                && cause == CallOutcome.Cause.ATTACHED_OTHERWISE
                && MountOptions.onlyReads(spec);
        MountOptions options = publication.options();
        return inOtherWay ? publication.withUncertain(true).fixing(options.with(!options.readOnly())) : publication;
    }

    /**
     * A plugin that does not detach from a node on which no record has the volume need not have it there, for example
     * because the node is gone, or does not answer for it after an earlier try. DeleteVolume judges: it is rejected
     * while the volume is attached.
     */
    private static boolean isRefuted(Volume volume, Publication publication, NotDone failure) {
        boolean refuted =
                switch (failure) {
                    case CallOutcome.Rejected(String message, CallOutcome.Cause cause) -> !cause.temporary();
                    // A late effect takes nothing from anybody: no task has the volume, and no node a mount.
                    case CallOutcome.Uncertain u -> publication.retry().attempt() >= 1;
                    case CallOutcome.NotSent n -> false;
                };
        return refuted && publication.isGuessed() && volume.removal().isPresent();
    }

    /** What a call leaves that is not done, for every operation. */
    private record Failed(Volume.Call call, VolumeInputs inputs, Policy policy, DecisionContext decision) {
        private boolean ofAnAttach() {
            return call.operation() instanceof Operation.Publish;
        }

        /** A rejection concerns this call only: what was uncertain before it is still uncertain. */
        private boolean uncertain(NotDone failure, boolean now) {
            return failure instanceof CallOutcome.Uncertain ? now : call.uncertainBefore();
        }

        private Retry retry(NotDone failure, Retry before) {
            return switch (failure) {
                case CallOutcome.Rejected(String message, CallOutcome.Cause cause)
                when cause.temporary() ->
                    before.busy(message, decision.now(), policy, decision.jitter(), inputs.pluginVersion());
                case CallOutcome.Rejected(String message, var cause) ->
                    before.rejected(message, decision.now(), policy, inputs.pluginVersion());
                // What is missing may be there soon.
                case CallOutcome.NotSent(String message) ->
                    before.afterBackoff(message, decision.now(), policy, decision.jitter());
                case CallOutcome.Uncertain(String message) ->
                    before.afterBackoff(message, decision.now(), policy, decision.jitter());
            };
        }

        private static RecordEvent event(NotDone failure, Optional<NodeName> node, String rejected) {
            String reason =
                    switch (failure) {
                        case CallOutcome.Rejected r -> rejected;
                        case CallOutcome.NotSent n -> "NotSent";
                        case CallOutcome.Uncertain u -> "Uncertain";
                    };
            return new RecordEvent(reason, node, failure.message());
        }
    }
}
