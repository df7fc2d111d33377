package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Claim.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The one decision about a volume: applies an ending, settles every publication against the claims and the nodes'
 * reports, and names the one call that is due. Total over every input; reads no clock.
 */
public final class Reconciliation {
    private Reconciliation() {}

    /** How a call that this process made ended. */
    public record Ended(String callId, CallEnding ending) {}

    /** @param claims those that hold the volume; waiting ones are not among them */
    public record Input(Volume volume, List<Claim> claims, Facts facts, Optional<Ended> ended) {}

    /**
     * @param volume empty = the record goes
     * @param claims that are left, in their new state
     * @param call to be made once this is stored, where one is due
     * @param next when to look again without being woken; empty = never
     */
    public record Outcome(
            Optional<Volume> volume,
            List<Claim> claims,
            List<Effect> effects,
            Optional<Operation> call,
            Optional<Instant> next) {}

    public static Outcome of(Input input, Policy policy, Draws draws) {
        List<Effect> effects = new ArrayList<>();
        Optional<Volume> ended = ended(input, policy, draws, effects);
        if (ended.isEmpty()) {
            return gone(input.volume(), input.facts(), effects, "deleted, with its backing storage");
        }
        List<Claim> claims = freed(input.claims(), ended.get(), input.facts(), effects);
        Volume volume = begun(ended.get(), claims, input.facts());
        for (String node : List.copyOf(volume.publications().keySet())) {
            List<Claim> granted = on(node, State.GRANTED, claims);
            PublicationRules.Settled settled = PublicationRules.settle(
                    volume.publications().get(node), granted, input.facts(), draws.above(volume.generation()));
            effects.addAll(settled.effects());
            Volume before = volume;
            volume = settled.publication().map(before::with).orElseGet(() -> before.without(node));
            claims = dropped(claims, node, settled.drop());
        }
        volume = Force.abandoned(volume.stamped(draws.now()), input.facts(), draws, effects)
                .stamped(draws.now());
        claims = reported(remaining(claims, volume, draws), volume);
        return Steps.choose(volume, claims, input.facts(), policy, draws, effects);
    }

    static Outcome gone(Volume volume, Facts facts, List<Effect> effects, String note) {
        volume.removal().ifPresent(removal -> effects.add(new Effect.Removed(removal.command(), note)));
        for (Publication debt : volume.publications().values()) {
            PublicationRules.forgotten(debt, "the volume is gone", effects);
            // To a node that may come back "shall have nothing" goes on to be said.
            if (facts.destroyed(debt.node())) {
                effects.add(new Effect.Unassign(debt.node()));
            }
        }
        return new Outcome(Optional.empty(), List.of(), effects, Optional.empty(), Optional.empty());
    }

    private static Optional<Volume> ended(Input input, Policy policy, Draws draws, List<Effect> effects) {
        Volume volume = input.volume();
        if (volume.call().isEmpty()) {
            return Optional.of(volume);
        }
        Volume.Call call = volume.call().get();
        Optional<CallEnding> ending = input.ended()
                .filter(e -> e.callId().equals(call.token().id()))
                .map(Ended::ending)
                .or(() -> call.token().expired(draws.now())
                        ? Optional.of(new CallEnding.Uncertain("the call's time passed and nobody saved how it ended"))
                        : Optional.empty());
        if (ending.isEmpty()) {
            return Optional.of(volume);
        }
        Endings.Ended applied = Endings.apply(volume, ending.get(), input.facts(), policy, draws);
        effects.addAll(applied.effects());
        return applied.volume();
    }

    /** A fenced node writes no more: its claims are over. A forced removal lets nobody keep the volume. */
    private static List<Claim> freed(List<Claim> claims, Volume volume, Facts facts, List<Effect> effects) {
        List<Claim> left = new ArrayList<>();
        for (Claim claim : claims) {
            if (facts.node(claim.node()).fenced()) {
                effects.add(new Effect.Happened(
                        "ClaimFreed", claim.node(), "task " + claim.task() + " lost it: the node is fenced"));
            } else if (claim.state() == State.GRANTED
                    && volume.removal().filter(Volume.Removal::force).isPresent()) {
                left.add(claim.releasing());
            } else {
                left.add(claim);
            }
        }
        return left;
    }

    /** Claims on nodes where the volume is not yet begin a publication; one that waits for the node's id gets it. */
    private static Volume begun(Volume volume, List<Claim> claims, Facts facts) {
        if (!volume.provision().created()) {
            return volume;
        }
        Volume now = volume;
        TreeSet<String> nodes = new TreeSet<>();
        claims.stream().filter(claim -> claim.state() == State.GRANTED).forEach(claim -> nodes.add(claim.node()));
        for (String node : nodes) {
            Publication publication = now.publications().get(node);
            String csiNodeId = facts.node(node).csiNodeId();
            if (publication == null) {
                now = now.with(Publication.begin(node, csiNodeId));
            } else if (publication.csiNodeId().isEmpty() && !publication.attempted()) {
                now = now.with(publication.knownAs(csiNodeId));
            }
        }
        return now;
    }

    private static List<Claim> dropped(List<Claim> claims, String node, long generation) {
        if (generation == 0) {
            return claims;
        }
        return claims.stream()
                .map(claim -> claim.node().equals(node) && claim.state() == State.RELEASING && claim.dropped() == 0
                        ? claim.droppedBy(generation)
                        : claim)
                .toList();
    }

    /** A releasing claim is gone when nothing can be mounted for it any more. */
    private static List<Claim> remaining(List<Claim> claims, Volume volume, Draws draws) {
        return claims.stream()
                .filter(claim -> claim.state() != State.RELEASING || mayBeMounted(claim, volume, draws))
                .toList();
    }

    private static boolean mayBeMounted(Claim claim, Volume volume, Draws draws) {
        Publication publication = volume.publications().get(claim.node());
        if (publication == null) {
            return false;
        }
        return switch (publication.state()) {
            // The node never got an assignment with it, or got its assignments in a lost life of the database.
            case PENDING_PUBLISH ->
                publication.told()
                        && (claim.dropped() == 0 || !publication.lacks(claim.targetId(), claim.dropped(), draws));
            case PUBLISHED ->
                publication.assigned().contains(claim.targetId())
                        || (claim.dropped() > 0 && !publication.lacks(claim.targetId(), claim.dropped(), draws));
            case PENDING_NODE_UNPUBLISH -> !publication.lacks(claim.targetId(), claim.dropped(), draws);
            // The node said "nothing left", or is fenced.
            case PENDING_UNPUBLISH, DEBT -> false;
        };
    }

    /** What the node says of each mount. */
    private static List<Claim> reported(List<Claim> claims, Volume volume) {
        return claims.stream().map(claim -> reported(claim, volume)).toList();
    }

    private static Claim reported(Claim claim, Volume volume) {
        Publication publication = volume.publications().get(claim.node());
        if (claim.state() != State.GRANTED || publication == null) {
            return claim;
        }
        String waiting = publication.retry().failure();
        return publication
                .reported()
                .map(report -> report.getTargetsList().stream()
                        .filter(target -> target.getId().equals(claim.targetId()))
                        .findFirst()
                        .map(target -> claim.mounted(
                                target.getPath(), target.getWhy().isEmpty() ? report.getWhy() : target.getWhy()))
                        .orElseGet(() -> claim.mounted("", report.getWhy())))
                .orElseGet(() -> claim.mounted("", waiting));
    }

    static List<Claim> on(String node, State state, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> claim.node().equals(node) && claim.state() == state)
                .toList();
    }
}
