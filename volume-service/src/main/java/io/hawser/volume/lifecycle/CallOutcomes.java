package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies how a call ended to the volume as it is now, touching only what the call was about. */
final class CallOutcomes {
    private CallOutcomes() {}

    /** @param volume empty = it is gone */
    record Ended(Optional<Volume> volume, List<Effect> effects) {}

    static Ended apply(
            Volume volume, CallOutcome outcome, VolumeInputs inputs, Policy policy, DecisionContext decision) {
        Volume.Call call = volume.call().orElseThrow(() -> new IllegalStateException("no call of " + volume.name()));
        Volume idle = volume.calling(Optional.empty());
        List<Effect> effects = new ArrayList<>();
        return switch (call.operation()) {
            case Operation.Create() ->
                new Ended(
                        Optional.of(
                                idle.with(create(idle.provision(), call, outcome, inputs, policy, decision, effects))),
                        effects);
            case Operation.Delete() -> delete(idle, call, outcome, inputs, policy, decision, effects);
            case Operation.Publish(String node) ->
                new Ended(
                        Optional.of(published(idle, node, call, outcome, inputs, policy, decision, effects)), effects);
            case Operation.Unpublish(String node) ->
                new Ended(
                        Optional.of(unpublished(idle, node, call, outcome, inputs, policy, decision, effects)),
                        effects);
        };
    }

    private static Provision create(
            Provision provision,
            Volume.Call call,
            CallOutcome outcome,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects) {
        return switch (outcome) {
            case CallOutcome.Created(Provision.Info info) -> {
                effects.add(new Effect.RecordEvent("Created", "", "the plugin knows it as " + info.volumeId()));
                yield provision.createdAs(info);
            }
            case CallOutcome.Rejected(String why) -> {
                effects.add(new Effect.RecordEvent("CreateRejected", "", why));
                yield provision
                        .withUncertain(call.uncertainBefore())
                        .with(provision.retry().rejected(why, decision.now(), policy, inputs.pluginVersion()));
            }
            case CallOutcome.NotSent(String why) -> notSent(provision, call, why, policy, decision, effects);
            case CallOutcome.Uncertain(String why) -> uncertain(provision, why, policy, decision, effects);
            case CallOutcome.Published p -> throw unfitting(call, p);
            case CallOutcome.Busy b -> throw unfitting(call, b);
            case CallOutcome.Undone u -> throw unfitting(call, u);
        };
    }

    private static Ended delete(
            Volume volume,
            Volume.Call call,
            CallOutcome outcome,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects) {
        Provision provision = volume.provision();
        return switch (outcome) {
            case CallOutcome.Undone() -> {
                effects.add(new Effect.RecordEvent("Deleted", "", "the plugin deleted it"));
                yield new Ended(Optional.empty(), effects);
            }
            case CallOutcome.Rejected(String why) -> {
                effects.add(new Effect.RecordEvent("DeleteRejected", "", why));
                yield new Ended(
                        Optional.of(volume.with(provision
                                .withUncertain(call.uncertainBefore())
                                .with(provision
                                        .retry()
                                        .rejected(why, decision.now(), policy, inputs.pluginVersion())))),
                        effects);
            }
            case CallOutcome.NotSent(String why) ->
                new Ended(Optional.of(volume.with(notSent(provision, call, why, policy, decision, effects))), effects);
            case CallOutcome.Uncertain(String why) ->
                new Ended(Optional.of(volume.with(uncertain(provision, why, policy, decision, effects))), effects);
            case CallOutcome.Created c -> throw unfitting(call, c);
            case CallOutcome.Busy b -> throw unfitting(call, b);
            case CallOutcome.Published p -> throw unfitting(call, p);
        };
    }

    /** What was uncertain before still is; and what is missing on our side may be there soon. */
    private static Provision notSent(
            Provision provision,
            Volume.Call call,
            String why,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects) {
        return uncertain(provision.withUncertain(call.uncertainBefore()), why, policy, decision, effects, "NotSent");
    }

    private static Provision uncertain(
            Provision provision, String why, Policy policy, DecisionContext decision, List<Effect> effects) {
        return uncertain(provision, why, policy, decision, effects, "Uncertain");
    }

    private static Provision uncertain(
            Provision provision,
            String why,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects,
            String reason) {
        effects.add(new Effect.RecordEvent(reason, "", why));
        return provision.with(provision.retry().uncertain(why, decision.now(), policy, decision.jitter()));
    }

    private static Volume published(
            Volume volume,
            String node,
            Volume.Call call,
            CallOutcome outcome,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects) {
        Publication publication = volume.publications().get(node);
        if (publication == null) {
            return volume;
        }
        return switch (outcome) {
            case CallOutcome.Published(var context) -> {
                effects.add(new Effect.RecordEvent("Attached", node, "attached to " + node));
                Publication attached = publication.publishedAs(context);
                // Withdrawn while the call was under way: it stays on its way out, now certainly attached.
                yield volume.with(attached.state() == State.PENDING_PUBLISH ? attached.in(State.PUBLISHED) : attached);
            }
            case CallOutcome.Rejected(String why) ->
                volume.with(rejected(publication, why, call, inputs, policy, decision, effects, "AttachRejected"));
            case CallOutcome.Busy(String why) -> {
                effects.add(new Effect.RecordEvent("AttachRejected", node, why));
                yield volume.with(publication
                        .withUncertain(call.uncertainBefore())
                        .with(publication
                                .retry()
                                .busy(why, decision.now(), policy, decision.jitter(), inputs.pluginVersion())));
            }
            case CallOutcome.NotSent(String why) ->
                volume.with(uncertain(
                        publication.withUncertain(call.uncertainBefore()), why, policy, decision, effects, "NotSent"));
            case CallOutcome.Uncertain(String why) ->
                volume.with(uncertain(publication, why, policy, decision, effects, "Uncertain"));
            case CallOutcome.Created c -> throw unfitting(call, c);
            case CallOutcome.Undone u -> throw unfitting(call, u);
        };
    }

    private static Volume unpublished(
            Volume volume,
            String node,
            Volume.Call call,
            CallOutcome outcome,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects) {
        Publication publication = volume.publications().get(node);
        if (publication == null) {
            return volume;
        }
        return switch (outcome) {
            case CallOutcome.Undone() -> {
                effects.add(new Effect.RecordEvent("Detached", node, "detached from " + node));
                yield freed(PublicationRules.detached(publication.withUncertain(false), effects)
                        .map(volume::with)
                        .orElseGet(() -> volume.without(node)));
            }
            case CallOutcome.Rejected(String why) ->
                volume.with(rejected(publication, why, call, inputs, policy, decision, effects, "DetachRejected"));
            case CallOutcome.NotSent(String why) ->
                volume.with(uncertain(
                        publication.withUncertain(call.uncertainBefore()), why, policy, decision, effects, "NotSent"));
            case CallOutcome.Uncertain(String why) ->
                volume.with(uncertain(publication, why, policy, decision, effects, "Uncertain"));
            case CallOutcome.Created c -> throw unfitting(call, c);
            case CallOutcome.Busy b -> throw unfitting(call, b);
            case CallOutcome.Published p -> throw unfitting(call, p);
        };
    }

    /** An attach elsewhere may have waited for this detach. */
    private static Volume freed(Volume volume) {
        Volume now = volume;
        for (Publication publication : volume.publications().values()) {
            now = now.with(publication.with(publication.retry().freed()));
        }
        return now;
    }

    private static Publication rejected(
            Publication publication,
            String why,
            Volume.Call call,
            VolumeInputs inputs,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects,
            String reason) {
        effects.add(new Effect.RecordEvent(reason, publication.node(), why));
        return publication
                .withUncertain(call.uncertainBefore())
                .with(publication.retry().rejected(why, decision.now(), policy, inputs.pluginVersion()));
    }

    private static Publication uncertain(
            Publication publication,
            String why,
            Policy policy,
            DecisionContext decision,
            List<Effect> effects,
            String reason) {
        effects.add(new Effect.RecordEvent(reason, publication.node(), why));
        return publication.with(publication.retry().uncertain(why, decision.now(), policy, decision.jitter()));
    }

    private static IllegalStateException unfitting(Volume.Call call, CallOutcome outcome) {
        return new IllegalStateException(call.operation() + " cannot end as " + outcome);
    }
}
