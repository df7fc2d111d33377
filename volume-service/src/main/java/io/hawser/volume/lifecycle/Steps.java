package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.Reconciliation.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chooses the calls that a settled volume needs next, of which one is made, or when to decide again. */
final class Steps {
    private static final Duration FIRST_LOOK = Duration.ofSeconds(30);

    private Steps() {}

    /** A call that could be made, and when. */
    private record Wanted(Operation operation, Retry retry) {}

    static Outcome choose(
            Volume volume, List<Claim> claims, VolumeInputs inputs, Policy policy, DecisionContext decision) {
        if (volume.call().isPresent()) {
            return outcome(
                    volume,
                    claims,
                    List.of(),
                    List.of(),
                    Optional.of(volume.call().get().token().until()));
        }
        if (volume.removal().isPresent() && mayGoWithoutCall(volume, claims, inputs)) {
            return Reconciliation.gone(volume, inputs, goneNote(volume));
        }
        if (needsNoConfirmation(volume, inputs)) {
            Provision.Info info = volume.provision().info();
            Effect taken =
                    new Effect.RecordEvent("Created", "taken as " + info.volumeId() + " without asking the plugin");
            Volume created = volume.with(volume.provision().createdAs(info));
            return outcome(created, claims, List.of(taken), List.of(), Optional.of(decision.now()));
        }
        if (needsNoProvisioning(volume, inputs)) {
            // A plugin that cannot create volumes serves existing ones, under the name that the volume was given.
            Provision.Info info = new Provision.Info(volume.name().value(), 0, Map.of(), List.of());
            Effect taken =
                    new Effect.RecordEvent("Created", "the plugin does not create volumes: taken as " + volume.name());
            Volume created = volume.with(volume.provision().createdAs(info));
            return outcome(created, claims, List.of(taken), List.of(), Optional.of(decision.now()));
        }
        return due(volume, claims, inputs, policy, decision);
    }

    /**
     * A plugin without Controller service cannot be asked about a registered volume. One that is to be removed although
     * a node may have it was confirmed in a life of the database that is lost.
     */
    private static boolean needsNoConfirmation(Volume volume, VolumeInputs inputs) {
        return volume.provision().isToConfirm()
                && (inputs.hasNoController() || volume.removal().isPresent());
    }

    private static boolean needsNoProvisioning(Volume volume, VolumeInputs inputs) {
        return !volume.provision().created()
                && !volume.provision().isToConfirm()
                && !volume.provision().mayHaveActed()
                && (volume.removal().isEmpty() || !inputs.orphans().isEmpty())
                && inputs.cannotCreate();
    }

    /**
     * The plugin has nothing, or nothing that is to be deleted: it cannot delete, or Hawser did not create what it has.
     * In the second case the nodes' earlier reports are read first, as before a deletion. A reported mount that no
     * record explains holds each of them.
     */
    private static boolean mayGoWithoutCall(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        if (!unused(volume, claims, inputs) || !inputs.orphans().isEmpty()) {
            return false;
        }
        Provision provision = volume.provision();
        if (!provision.created() && !provision.uncertain()) {
            return true;
        }
        boolean nowhereMounted = !provision.created() || inputs.barrierReached();
        return nowhereMounted
                && (inputs.keeps(volume) || volume.removal().orElseThrow().force());
    }

    private static String goneNote(Volume volume) {
        Provision provision = volume.provision();
        if (provision.isToConfirm()) {
            return "the registration is taken back, nothing was deleted";
        }
        if (!provision.created() && !provision.uncertain()) {
            return "it was never created";
        }
        String storage = provision.created() && provision.mayHaveActed()
                ? "it is not known whether DeleteVolume took effect: the backing storage may be gone"
                : provision.created()
                        ? "the backing storage is kept"
                        : "the backing storage is kept, if CreateVolume made any";
        return "the record is gone, " + storage + Force.note(volume);
    }

    /** No claim holds the volume, and no node may have it, except nodes that are fenced. */
    private static boolean unused(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return claims.isEmpty()
                && volume.publications().values().stream().noneMatch(there -> inputs.holdsRemoval(there, volume));
    }

    private static List<Wanted> wanted(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        Provision provision = volume.provision();
        if (!provision.created()) {
            // A removal needs the id of an uncertain volume: the same CreateVolume call returns it. Of a registered
            // volume it is ValidateVolumeCapabilities.
            return List.of(new Wanted(new Operation.Create(), provision.retry()));
        }
        List<Wanted> wanted = new ArrayList<>();
        for (Publication publication : volume.publications().values()) {
            if (publication.state() == State.PENDING_UNPUBLISH && inputs.mayDetach(publication)) {
                wanted.add(new Wanted(new Operation.Unpublish(publication.node()), publication.retry()));
            } else if (publication.state() == State.PENDING_PUBLISH
                    && !publication.csiNodeId().isEmpty()) {
                wanted.add(new Wanted(new Operation.Publish(publication.node()), publication.retry()));
            }
        }
        if (volume.removal().flatMap(Volume.Removal::barrier).isPresent()
                && unused(volume, claims, inputs)
                && inputs.barrierReached()) {
            wanted.add(new Wanted(new Operation.Delete(), provision.retry()));
        }
        return wanted;
    }

    private static Outcome due(
            Volume volume, List<Claim> claims, VolumeInputs inputs, Policy policy, DecisionContext decision) {
        List<Wanted> wanted = wanted(volume, claims, inputs);
        List<Effect> effects = noteBarrier(volume, claims, inputs) ? List.of(new Effect.NoteBarrier()) : List.of();
        Optional<Instant> barrier = waitsForBarrier(volume, claims, inputs)
                ? Optional.of(decision.now().plus(policy.barrierPoll()))
                : Optional.empty();
        if (wanted.isEmpty()) {
            return outcome(volume, claims, effects, List.of(), barrier);
        }
        if (!inputs.reachable()) {
            Optional<Instant> look = inputs.plugin().isEmpty()
                    ? Optional.of(decision.now().plus(pauseOfLooks(volume, policy, decision.now())))
                    : Optional.empty();
            return outcome(volume, claims, effects, List.of(), barrier.or(() -> look));
        }
        long version = inputs.pluginVersion();
        List<Operation> now = wanted.stream()
                .filter(w -> w.retry().allows(decision.now(), version))
                .sorted(Comparator.comparing((Wanted w) -> w.retry().notBefore().orElse(Instant.MIN)))
                .map(Wanted::operation)
                .toList();
        Optional<Instant> later = wanted.stream()
                .filter(w -> !w.retry().allows(decision.now(), version))
                .flatMap(w -> w.retry().notBefore().stream())
                .min(Comparator.naturalOrder());
        return outcome(volume, claims, effects, now, later);
    }

    /**
     * A plugin's row that does not exist cannot be locked: it may be stored during the decision, whose result would
     * overwrite the wake-up. As many volumes may wait for one plugin, they look less and less often.
     */
    private static Duration pauseOfLooks(Volume volume, Policy policy, Instant now) {
        Duration waited = Duration.between(volume.since().orElse(now), now);
        Duration least = waited.compareTo(FIRST_LOOK) < 0 ? FIRST_LOOK : waited;
        return least.compareTo(policy.rejectedInterval()) < 0 ? least : policy.rejectedInterval();
    }

    private static boolean noteBarrier(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return volume.removal().filter(removal -> removal.barrier().isEmpty()).isPresent()
                && volume.provision().created()
                && unused(volume, claims, inputs);
    }

    private static boolean waitsForBarrier(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return volume.removal().isPresent()
                && volume.provision().created()
                && unused(volume, claims, inputs)
                // The end of an orphaned mount wakes the volume.
                && inputs.orphans().isEmpty()
                && !inputs.barrierReached();
    }

    private static Outcome outcome(
            Volume volume, List<Claim> claims, List<Effect> effects, List<Operation> calls, Optional<Instant> next) {
        return new Outcome(Optional.of(volume), claims, effects, calls, next);
    }
}
