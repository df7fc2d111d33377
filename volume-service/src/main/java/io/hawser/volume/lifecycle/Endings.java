package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies how a call ended to the volume as it is now, touching only what the call was about. */
final class Endings {
    private Endings() {}

    /** @param volume empty = it is gone */
    record Ended(Optional<Volume> volume, List<Effect> effects) {}

    static Ended apply(Volume volume, CallEnding ending, Facts facts, Policy policy, Draws draws) {
        Volume.Call call = volume.call().orElseThrow(() -> new IllegalStateException("no call of " + volume.name()));
        Volume idle = volume.calling(Optional.empty());
        List<Effect> effects = new ArrayList<>();
        return switch (call.operation()) {
            case Operation.Create() ->
                new Ended(
                        Optional.of(idle.with(create(idle.provision(), call, ending, facts, policy, draws, effects))),
                        effects);
            case Operation.Delete() -> delete(idle, call, ending, facts, policy, draws, effects);
            case Operation.Publish(String node) ->
                new Ended(Optional.of(published(idle, node, call, ending, facts, policy, draws, effects)), effects);
            case Operation.Unpublish(String node) ->
                new Ended(Optional.of(unpublished(idle, node, call, ending, facts, policy, draws, effects)), effects);
        };
    }

    private static Provision create(
            Provision provision,
            Volume.Call call,
            CallEnding ending,
            Facts facts,
            Policy policy,
            Draws draws,
            List<Effect> effects) {
        return switch (ending) {
            case CallEnding.Created(Provision.Info info) -> {
                effects.add(new Effect.Happened("Created", "", "the plugin knows it as " + info.volumeId()));
                yield provision.createdAs(info);
            }
            case CallEnding.Rejected(String why) -> {
                effects.add(new Effect.Happened("CreateRejected", "", why));
                yield provision
                        .withDoubt(call.doubtBefore())
                        .with(provision.retry().rejected(why, draws.now(), policy, facts.pluginVersion()));
            }
            case CallEnding.NotSent(String why) -> notSent(provision, call, why, policy, draws, effects);
            case CallEnding.Uncertain(String why) -> uncertain(provision, why, policy, draws, effects);
            case CallEnding.Published p -> throw unfitting(call, p);
            case CallEnding.Busy b -> throw unfitting(call, b);
            case CallEnding.Undone u -> throw unfitting(call, u);
        };
    }

    private static Ended delete(
            Volume volume,
            Volume.Call call,
            CallEnding ending,
            Facts facts,
            Policy policy,
            Draws draws,
            List<Effect> effects) {
        Provision provision = volume.provision();
        return switch (ending) {
            case CallEnding.Undone() -> {
                effects.add(new Effect.Happened("Deleted", "", "the plugin deleted it"));
                yield new Ended(Optional.empty(), effects);
            }
            case CallEnding.Rejected(String why) -> {
                effects.add(new Effect.Happened("DeleteRejected", "", why));
                yield new Ended(
                        Optional.of(volume.with(provision
                                .withDoubt(call.doubtBefore())
                                .with(provision.retry().rejected(why, draws.now(), policy, facts.pluginVersion())))),
                        effects);
            }
            case CallEnding.NotSent(String why) ->
                new Ended(Optional.of(volume.with(notSent(provision, call, why, policy, draws, effects))), effects);
            case CallEnding.Uncertain(String why) ->
                new Ended(Optional.of(volume.with(uncertain(provision, why, policy, draws, effects))), effects);
            case CallEnding.Created c -> throw unfitting(call, c);
            case CallEnding.Busy b -> throw unfitting(call, b);
            case CallEnding.Published p -> throw unfitting(call, p);
        };
    }

    /** What was in doubt before still is; and what is missing on our side may be there soon. */
    private static Provision notSent(
            Provision provision, Volume.Call call, String why, Policy policy, Draws draws, List<Effect> effects) {
        return uncertain(provision.withDoubt(call.doubtBefore()), why, policy, draws, effects, "NotSent");
    }

    private static Provision uncertain(
            Provision provision, String why, Policy policy, Draws draws, List<Effect> effects) {
        return uncertain(provision, why, policy, draws, effects, "Uncertain");
    }

    private static Provision uncertain(
            Provision provision, String why, Policy policy, Draws draws, List<Effect> effects, String reason) {
        effects.add(new Effect.Happened(reason, "", why));
        return provision.with(provision.retry().uncertain(why, draws.now(), policy, draws.jitter()));
    }

    private static Volume published(
            Volume volume,
            String node,
            Volume.Call call,
            CallEnding ending,
            Facts facts,
            Policy policy,
            Draws draws,
            List<Effect> effects) {
        Publication publication = volume.publications().get(node);
        if (publication == null) {
            return volume;
        }
        return switch (ending) {
            case CallEnding.Published(var context) -> {
                effects.add(new Effect.Happened("Attached", node, "attached to " + node));
                Publication attached = publication.publishedAs(context);
                // Withdrawn while the call was under way: it stays on its way out, now certainly attached.
                yield volume.with(attached.state() == State.PENDING_PUBLISH ? attached.in(State.PUBLISHED) : attached);
            }
            case CallEnding.Rejected(String why) ->
                volume.with(rejected(publication, why, call, facts, policy, draws, effects, "AttachRejected"));
            case CallEnding.Busy(String why) -> {
                effects.add(new Effect.Happened("AttachRejected", node, why));
                yield volume.with(publication
                        .withDoubt(call.doubtBefore())
                        .with(publication
                                .retry()
                                .busy(why, draws.now(), policy, draws.jitter(), facts.pluginVersion())));
            }
            case CallEnding.NotSent(String why) ->
                volume.with(
                        uncertain(publication.withDoubt(call.doubtBefore()), why, policy, draws, effects, "NotSent"));
            case CallEnding.Uncertain(String why) ->
                volume.with(uncertain(publication, why, policy, draws, effects, "Uncertain"));
            case CallEnding.Created c -> throw unfitting(call, c);
            case CallEnding.Undone u -> throw unfitting(call, u);
        };
    }

    private static Volume unpublished(
            Volume volume,
            String node,
            Volume.Call call,
            CallEnding ending,
            Facts facts,
            Policy policy,
            Draws draws,
            List<Effect> effects) {
        Publication publication = volume.publications().get(node);
        if (publication == null) {
            return volume;
        }
        return switch (ending) {
            case CallEnding.Undone() -> {
                effects.add(new Effect.Happened("Detached", node, "detached from " + node));
                yield freed(PublicationRules.detached(publication.withDoubt(false), effects)
                        .map(volume::with)
                        .orElseGet(() -> volume.without(node)));
            }
            case CallEnding.Rejected(String why) ->
                volume.with(rejected(publication, why, call, facts, policy, draws, effects, "DetachRejected"));
            case CallEnding.NotSent(String why) ->
                volume.with(
                        uncertain(publication.withDoubt(call.doubtBefore()), why, policy, draws, effects, "NotSent"));
            case CallEnding.Uncertain(String why) ->
                volume.with(uncertain(publication, why, policy, draws, effects, "Uncertain"));
            case CallEnding.Created c -> throw unfitting(call, c);
            case CallEnding.Busy b -> throw unfitting(call, b);
            case CallEnding.Published p -> throw unfitting(call, p);
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
            Facts facts,
            Policy policy,
            Draws draws,
            List<Effect> effects,
            String reason) {
        effects.add(new Effect.Happened(reason, publication.node(), why));
        return publication
                .withDoubt(call.doubtBefore())
                .with(publication.retry().rejected(why, draws.now(), policy, facts.pluginVersion()));
    }

    private static Publication uncertain(
            Publication publication, String why, Policy policy, Draws draws, List<Effect> effects, String reason) {
        effects.add(new Effect.Happened(reason, publication.node(), why));
        return publication.with(publication.retry().uncertain(why, draws.now(), policy, draws.jitter()));
    }

    private static IllegalStateException unfitting(Volume.Call call, CallEnding ending) {
        return new IllegalStateException(call.operation() + " cannot end as " + ending);
    }
}
