package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Claim.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The one decision about a volume: applies the outcome of a call, settles every publication against the claims and the
 * nodes' reports, and names the one call that is due. Accepts every input; reads no clock.
 */
public final class Reconciliation {
    private Reconciliation() {}

    /** How a call of this process ended. */
    public record Ended(String callId, CallOutcome outcome) {
        /** The id that the plugin has given to the volume. */
        public Optional<String> volumeId() {
            return outcome instanceof CallOutcome.Created(var _, Provision.Info info)
                    ? Optional.of(info.volumeId())
                    : Optional.empty();
        }
    }

    /** @param claims claims that hold the volume, without the waiting ones */
    public record Input(Volume volume, List<Claim> claims, VolumeInputs inputs, Optional<Ended> ended) {}

    /**
     * @param volume empty = the record is deleted
     * @param claims the remaining ones, in their new state
     * @param calls that are due, the longest due first; one of them is made once this is stored
     * @param next when to decide again without an event, if no call is made; empty = never
     */
    public record Outcome(
            Optional<Volume> volume,
            List<Claim> claims,
            List<Effect> effects,
            List<Operation> calls,
            Optional<Instant> next) {
        /** The call that is the longest due. */
        public Optional<Operation> call() {
            return calls.stream().findFirst();
        }

        private Outcome after(List<Effect> earlier) {
            List<Effect> all = Stream.concat(earlier.stream(), effects.stream()).toList();
            return new Outcome(volume, claims, all, calls, next);
        }
    }

    public static Outcome of(Input input, Policy policy, DecisionContext context) {
        DecisionContext decision = context.above(input.volume().generation());
        CallEffects.Applied applied = applyOutcome(input, policy, decision);
        if (applied.volume().isEmpty()) {
            return gone(input.volume(), input.inputs(), "deleted, with its backing storage")
                    .after(applied.effects());
        }
        List<Effect> effects = new ArrayList<>(applied.effects());
        effects.addAll(claimsOnFenced(input.claims(), input.inputs()));
        List<Claim> claims = LaterLife.withoutOvertaken(
                withoutFenced(input.claims(), applied.volume().get(), input.inputs()),
                applied.volume().get(),
                input.inputs());
        Volume volume = beginPublications(renamed(applied.volume().get(), input.inputs()), claims, input.inputs());
        for (NodeName node : List.copyOf(volume.publications().keySet())) {
            List<Claim> granted = on(node, State.GRANTED, claims);
            PublicationRules.Settled settled = new PublicationRules(
                            Objects.requireNonNull(volume.publications().get(node)),
                            volume.spec(),
                            granted,
                            input.inputs(),
                            decision.above(volume.generation()))
                    .settled();
            // An assignment names the plugin's id of the volume. An older copy may have lost it.
            if (settled.assigns() && !volume.provision().created()) {
                continue;
            }
            effects.addAll(settled.effects());
            volume = volume.with(node, settled.publication());
            claims = noteDropped(claims, node, settled.droppedGeneration());
        }
        volume = EndsWithoutCall.of(volume.stamped(decision.now()), input.inputs(), decision, effects)
                .stamped(decision.now());
        claims = copyReports(dropReleased(claims, volume, decision), volume);
        return Steps.choose(volume, claims, input.inputs(), policy, decision).after(effects);
    }

    static Outcome gone(Volume volume, VolumeInputs inputs, String note) {
        List<Effect> effects = new ArrayList<>(volume.answersWhenGone(note));
        for (Publication unconfirmed : volume.publications().values()) {
            // A node that may come back still gets the assignment "shall have nothing".
            if (inputs.destroyed(unconfirmed.node())) {
                effects.add(new Effect.Unassign(unconfirmed.node()));
            }
        }
        return new Outcome(Optional.empty(), List.of(), effects, List.of(), Optional.empty());
    }

    private static CallEffects.Applied applyOutcome(Input input, Policy policy, DecisionContext decision) {
        Volume volume = input.volume();
        if (volume.call().isEmpty()) {
            return CallEffects.Applied.unchanged(volume);
        }
        Volume.Call call = volume.call().get();
        Optional<CallOutcome> outcome = input.ended()
                .filter(e -> e.callId().equals(call.token().id()))
                .map(Ended::outcome)
                .or(() -> call.token().expired(decision.now())
                        ? Optional.of(new CallOutcome.Uncertain("the call's time passed without a stored outcome"))
                        : Optional.empty());
        return outcome.map(ended -> CallEffects.apply(volume, ended, input.inputs(), policy, decision))
                .orElseGet(() -> CallEffects.Applied.unchanged(volume));
    }

    /**
     * A fenced node cannot write any more, so its claims end; an older copy of the database may still have them after
     * the fence is over. A forced removal releases every claim.
     */
    private static List<Claim> withoutFenced(List<Claim> claims, Volume volume, VolumeInputs inputs) {
        boolean forced = volume.removal().filter(Volume.Removal::force).isPresent();
        return claims.stream()
                .filter(claim -> !inputs.node(claim.node()).fenced())
                .map(claim -> claim.state() == State.GRANTED && (forced || isUnconfirmed(claim, volume))
                        ? claim.releasing()
                        : claim)
                .toList();
    }

    private static boolean isUnconfirmed(Claim claim, Volume volume) {
        return Optional.ofNullable(volume.publications().get(claim.node()))
                .filter(Publication::unconfirmed)
                .isPresent();
    }

    private static List<Effect> claimsOnFenced(List<Claim> claims, VolumeInputs inputs) {
        return claims.stream()
                .filter(claim -> inputs.node(claim.node()).fenced())
                .<Effect>map(claim -> new Effect.RecordEvent(
                        "ClaimFreed", claim.node(), "task " + claim.task() + " lost it: the node is fenced"))
                .toList();
    }

    /** Nothing is attached under an id of which the plugin rejected each call: the node's present id replaces it. */
    private static Volume renamed(Volume volume, VolumeInputs inputs) {
        Volume now = volume;
        for (Publication publication : volume.publications().values()) {
            String csiNodeId = inputs.node(publication.node()).csiNodeId();
            boolean other = !publication.csiNodeId().isEmpty() && !csiNodeId.equals(publication.csiNodeId());
            if (publication.isUnattached() && other && !csiNodeId.isEmpty()) {
                now = now.with(publication.knownAs(csiNodeId).with(Retry.NONE));
            }
        }
        return now;
    }

    /**
     * A granted claim on a node without a publication begins one. A publication that waits for the node's id gets it;
     * one whose flags are unknown, or those of an older copy of the database, gets those of its claims. These have all
     * the same, but for mounts of two lost lives: there the first claim's count.
     */
    private static Volume beginPublications(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        if (!volume.provision().created()) {
            return volume;
        }
        Volume now = volume;
        TreeMap<NodeName, List<String>> nodes = new TreeMap<>();
        claims.stream()
                .filter(claim -> claim.state() == State.GRANTED)
                .forEach(claim -> nodes.putIfAbsent(claim.node(), claim.flags()));
        for (Map.Entry<NodeName, List<String>> granted : nodes.entrySet()) {
            NodeName node = granted.getKey();
            Publication publication = now.publications().get(node);
            String csiNodeId = inputs.node(node).csiNodeId();
            MountOptions options = MountOptions.on(inputs.node(node), volume.provision(), granted.getValue());
            if (publication == null) {
                now = now.with(Publication.begin(node, csiNodeId).fixing(options));
                continue;
            }
            if (!publication.options().flags().equals(options.flags())) {
                MountOptions known = publication.options();
                publication = publication.fixing(
                        known.multiWriter().isPresent()
                                ? known.with(granted.getValue())
                                : options.with(known.readOnly()));
            }
            if (publication.csiNodeId().isEmpty() && !publication.attempted() && !csiNodeId.isEmpty()) {
                // The plugin there is known from now on, and the volume is not mounted yet.
                publication = publication
                        .knownAs(csiNodeId)
                        .fixing(options.with(publication.options().readOnly()));
            }
            now = now.with(publication);
        }
        return now;
    }

    private static List<Claim> noteDropped(List<Claim> claims, NodeName node, long generation) {
        if (generation == 0) {
            return claims;
        }
        return claims.stream()
                .map(claim ->
                        claim.node().equals(node) && claim.state() == State.RELEASING && claim.droppedGeneration() == 0
                                ? claim.droppedBy(generation)
                                : claim)
                .toList();
    }

    /** A releasing claim ends when nothing can be mounted for it any more. */
    private static List<Claim> dropReleased(List<Claim> claims, Volume volume, DecisionContext decision) {
        return claims.stream()
                .filter(claim -> claim.state() != State.RELEASING || mayBeMounted(claim, volume, decision))
                .toList();
    }

    private static boolean mayBeMounted(Claim claim, Volume volume, DecisionContext decision) {
        Publication publication = volume.publications().get(claim.node());
        if (publication == null) {
            return false;
        }
        return switch (publication.state()) {
            // The node never got an assignment with the target, or got its assignments from a lost database.
            case PENDING_PUBLISH ->
                publication.announced()
                        && (claim.droppedGeneration() == 0
                                || !publication.mounts().lacks(claim.targetId(), claim.droppedGeneration(), decision));
            case PUBLISHED ->
                publication.assigned().contains(claim.targetId())
                        || (claim.droppedGeneration() > 0
                                && !publication.mounts().lacks(claim.targetId(), claim.droppedGeneration(), decision));
            case PENDING_NODE_UNPUBLISH ->
                !publication.mounts().lacks(claim.targetId(), claim.droppedGeneration(), decision);
            // The node reported that nothing is left, or is fenced.
            case PENDING_UNPUBLISH, UNCONFIRMED_DETACH -> false;
        };
    }

    /** What the node reported on each mount. */
    private static List<Claim> copyReports(List<Claim> claims, Volume volume) {
        return claims.stream().map(claim -> copyReport(claim, volume)).toList();
    }

    private static Claim copyReport(Claim claim, Volume volume) {
        Publication publication = volume.publications().get(claim.node());
        if (claim.state() != State.GRANTED || publication == null) {
            return claim;
        }
        String waiting = publication.retry().failure();
        return publication
                .mounts()
                .reported()
                .map(report -> report.getTargetsList().stream()
                        .filter(target -> target.getId().equals(claim.targetId().value()))
                        .findFirst()
                        .map(target -> claim.mounted(
                                target.getPath(),
                                failure(target.getMessage().isEmpty() ? report.getMessage() : target.getMessage())))
                        .orElseGet(() -> claim.mounted("", failure(report.getMessage()))))
                .orElseGet(() -> claim.mounted("", Obstacle.of(Obstacle.Reason.ATTACH_FAILED, waiting)));
    }

    private static Optional<Obstacle> failure(String message) {
        return Obstacle.of(Obstacle.Reason.MOUNT_FAILED, message);
    }

    static List<Claim> on(NodeName node, State state, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> claim.node().equals(node) && claim.state() == state)
                .toList();
    }
}
