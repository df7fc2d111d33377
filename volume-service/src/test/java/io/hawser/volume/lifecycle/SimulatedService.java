package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallToken;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.v1.RemoveVolume;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.SimulatedWorld.InFlight;
import io.hawser.volume.lifecycle.SimulatedWorld.Unexplained;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The service: decides, does what was decided, and makes the call. */
final class SimulatedService {
    /** Nodes of one page of guessed attachments. */
    private static final int PAGE = 2;

    private final SimulatedWorld world;
    private final VolumeInvariants invariants;
    private final StandstillInvariant standstill;

    /** When everything that was written before the barrier has been read. */
    private Instant barrierRead = Scenes.NOW;

    private int calls;
    /** The answer to the last removal said that the plugin keeps what it has, or may. */
    private boolean kept;
    /** The last removal that ended was by force. */
    private boolean forced;

    SimulatedService(SimulatedWorld world, VolumeInvariants invariants) {
        this.world = world;
        this.invariants = invariants;
        this.standstill = new StandstillInvariant(world);
    }

    boolean removedByForce() {
        return forced;
    }

    boolean keptTheStorage() {
        return kept;
    }

    void decide() {
        decide(Optional.empty());
    }

    private void decide(Optional<Reconciliation.Ended> ended) {
        if (world.volume.isEmpty()) {
            return;
        }
        Volume before = world.stored();
        List<Claim> held = world.claims;
        boolean noted = before.removal().flatMap(Volume.Removal::barrier).isPresent();
        boolean allRead = noted && !world.now.isBefore(barrierRead);
        VolumeInputs inputs = inputs(allRead);
        Reconciliation.Outcome outcome = Reconciliation.of(
                new Reconciliation.Input(before, held, inputs, ended),
                Scenes.POLICY,
                new DecisionContext(world.now, world.random.nextDouble()));
        invariants.nothingPulled(before, held, outcome);
        invariants.nothingPulledFromRunningTasks(before, outcome);
        invariants.nothingIsForgotten(ended, outcome);
        world.claims = outcome.claims();
        world.volume = outcome.volume();
        if (outcome.volume()
                .filter(v -> v.provision().created() != before.provision().created())
                .isPresent()) {
            // A plugin that does not create serves what is there.
            world.plugin.exists = true;
            invariants.namedRightly(world.stored());
        }
        invariants.oneCapability();
        world.volume.ifPresent(v ->
                standstill.check(new Conditions.Input(v, world.claims, inputs, Optional.empty(), Optional.empty())));
        outcome.effects().forEach(this::done);
        forced = before.removal().filter(Volume.Removal::force).isPresent();
        outcome.call().ifPresent(operation -> intend(operation, noted && !world.now.isBefore(barrierRead)));
        world.publish();
    }

    private VolumeInputs inputs(boolean allRead) {
        Map<NodeName, NodeFacts> nodes = new HashMap<>();
        world.nodes.forEach((name, node) -> nodes.put(
                name, Scenes.node(node.fenced, node.csiId(), world.unexplained.containsKey(name), node.removed)));
        Map<NodeName, VolumeInputs.Orphan> orphans = new HashMap<>();
        // A time that is yet to come begins anew.
        world.unexplained.replaceAll((name, there) -> there.since().isAfter(world.now)
                ? new Unexplained(world.now, there.report(), there.generation())
                : there);
        world.unexplainedMounts()
                .forEach((name, mount) -> orphans.put(
                        name,
                        new VolumeInputs.Orphan(
                                Objects.requireNonNull(world.unexplained.get(name))
                                        .since(),
                                "",
                                mount)));
        Map<NodeName, Set<TargetId>> waiting = world.queue.values().stream()
                .collect(Collectors.groupingBy(
                        Claim::node, Collectors.mapping(Claim::targetId, Collectors.toUnmodifiableSet())));
        return new VolumeInputs(
                world.plugin.known(), nodes, allRead && world.unexplained.isEmpty(), orphans, waiting, Set.of());
    }

    private void done(Effect effect) {
        switch (effect) {
            case Effect.Assign assign -> {
                invariants.namesTheVolume();
                invariants.drawn(assign.publication().generation());
                world.nodes.get(assign.publication().node()).told(assign);
            }
            case Effect.NoteBarrier noteBarrier -> noteBarrier();
            case Effect.DetachEverywhere(var after) -> detachFromNext(after);
            case Effect.CommandDone answer
            when answer.type().equals(RemoveVolume.getDescriptor()) ->
                kept = answer.note().contains("backing storage")
                        || answer.note().endsWith("nothing was deleted");
            case Effect.CommandDone answer -> invariants.answered(answer.command());
            default -> {}
        }
    }

    private void detachFromNext(Optional<NodeName> after) {
        if (world.volume.isEmpty()) {
            // Its removal was forced while the plugin rejected the deletion.
            return;
        }
        List<SimulatedNode> page = world.nodes.values().stream()
                .filter(node -> node.csiIdKnown && after.stream().allMatch(last -> last.compareTo(node.name) < 0))
                .sorted(Comparator.comparing(node -> node.name))
                .limit(PAGE)
                .toList();
        asking(removal -> new Volume.Removal(
                removal.force(),
                removal.command(),
                removal.barrier(),
                removal.abandoned(),
                removal.later(),
                page.size() < PAGE ? Optional.empty() : Optional.of(page.getLast().name)));
        page.stream()
                .filter(node -> world.publication(node.name).isEmpty())
                .forEach(node -> world.store(Publication.perhapsAttached(node.name, node.csiId())));
    }

    private void asking(UnaryOperator<Volume.Removal> change) {
        world.volume = world.volume.map(
                volume -> volume.removal().map(change).map(volume::removing).orElse(volume));
    }

    private void noteBarrier() {
        barrierRead = world.now.plusMillis(world.random.nextInt(2000));
        asking(removal -> new Volume.Removal(
                removal.force(),
                removal.command(),
                Optional.of("barrier"),
                removal.abandoned(),
                removal.later(),
                removal.guessed()));
    }

    private void intend(Operation operation, boolean allRead) {
        invariants.mayBeCalled(operation, allRead);
        CallDeadline deadline = CallDeadline.start(
                Duration.ofSeconds(10), Duration.ofSeconds(1), Clock.fixed(world.now, ZoneOffset.UTC), () -> 0);
        CallToken token = CallToken.of("c" + calls++, world.now, deadline.rpc(), deadline.margin());
        Volume intended = CallEffects.intend(
                world.stored(),
                operation,
                token,
                inputs(allRead).plugin().orElseThrow().capabilities());
        world.volume = Optional.of(intended);
        boolean fenced =
                operation.node().filter(node -> world.nodes.get(node).fenced).isPresent();
        boolean readOnly = operation
                .node()
                .filter(node -> intended.publications().get(node).options().readOnly())
                .isPresent();
        world.inFlight = Optional.of(new InFlight(intended.call().orElseThrow(), fenced, readOnly));
        invariants.noEmptyIds(operation, intended);
    }

    /** The call in flight ends in any way, with and without effect, or nobody hears of its end. */
    void callEnds() {
        if (world.inFlight.isEmpty()) {
            return;
        }
        InFlight call = world.inFlight.get();
        world.inFlight = Optional.empty();
        switch (world.random.nextInt(8)) {
            case 6 -> ends(call, new CallOutcome.NotSent("no secret"));
            case 0, 7 ->
                ends(call, new CallOutcome.Rejected("no", anyCause(call.call().operation())));
            case 1 -> {
                perhapsActs(call);
                ends(call, new CallOutcome.Uncertain("lost"));
            }
            case 2 -> {
                // The process dies before or after the effect; nobody saves an ending.
                perhapsActs(call);
                world.now = call.call().token().until();
            }
            default -> ends(call, acts(call));
        }
    }

    private Cause anyCause(Operation operation) {
        List<Cause> causes =
                switch (operation) {
                    // What is attached says truly in which way: the caller would try the other one, and be wrong.
                    case Operation.Publish(NodeName node)
                    when world.plugin.attached.contains(node) ->
                        List.of(Cause.OTHER, Cause.NO_PLACE, Cause.ATTACHED_ELSEWHERE);
                    case Operation.Publish _ ->
                        List.of(Cause.OTHER, Cause.NO_PLACE, Cause.ATTACHED_ELSEWHERE, Cause.ATTACHED_OTHERWISE);
                    case Operation.Delete _ -> List.of(Cause.OTHER, Cause.IN_USE);
                    case Operation.Create _, Operation.Unpublish _ -> List.of(Cause.OTHER);
                };
        return causes.get(world.random.nextInt(causes.size()));
    }

    /** @param pluginGone nobody answers any more */
    void callSettles(boolean pluginGone) {
        world.inFlight.ifPresent(call -> {
            world.inFlight = Optional.empty();
            boolean answers = !pluginGone && !isOfAMachineThatIsOff(call.call().operation());
            ends(call, answers ? acts(call) : new CallOutcome.Uncertain("lost"));
        });
    }

    /** Where the volume is attached, the plugin detaches it all the same. */
    private boolean isOfAMachineThatIsOff(Operation operation) {
        return operation instanceof Operation.Unpublish(NodeName node)
                && world.nodes.get(node).off
                && !world.plugin.attached.contains(node)
                && world.publication(node).filter(Publication::isGuessed).isPresent();
    }

    private void perhapsActs(InFlight call) {
        if (world.random.nextBoolean()) {
            acts(call);
        }
    }

    private CallOutcome acts(InFlight call) {
        invariants.mayHaveItsEffect(call);
        invariants.attachedInOneWay(call);
        return world.plugin.act(call.call().operation(), call.readOnly());
    }

    private void ends(InFlight call, CallOutcome outcome) {
        decide(Optional.of(new Reconciliation.Ended(call.call().token().id(), outcome)));
    }
}
