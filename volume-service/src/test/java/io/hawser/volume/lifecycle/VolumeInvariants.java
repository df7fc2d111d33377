package io.hawser.volume.lifecycle;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.SimulatedWorld.InFlight;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What holds in every run, by name; {@link StandstillInvariant} is one more. */
final class VolumeInvariants {
    private final SimulatedWorld world;
    private final Set<Long> generations = new HashSet<>();
    private long highest;

    VolumeInvariants(SimulatedWorld world) {
        this.world = world;
    }

    void holdAfterAnEvent() {
        mountedOnOneNode();
        oneWriterMeansOne();
        settledMeansTrue();
    }

    private void mountedOnOneNode() {
        long writing =
                world.nodes.values().stream().filter(SimulatedNode::writes).count();
        require(
                writing <= 1 || world.scope == Scope.SCOPE_MULTI_NODE,
                "MountedOnOneNode: mounted on " + world.nodes.keySet());
    }

    private void oneWriterMeansOne() {
        long writing = world.nodes.values().stream()
                .filter(SimulatedNode::writes)
                .flatMap(node -> node.mounted.stream())
                .filter(world.written::contains)
                .count();
        boolean several = world.sharing == Sharing.SHARING_ALL || world.sharing == Sharing.SHARING_READ_ONLY;
        require(writing <= 1 || several, "OneWriterMeansOne: several tasks write on " + world.nodes.keySet());
    }

    /** Fenced once, and not yet heard of: its mounts cannot write, whatever they look like. */
    private boolean owes(NodeName node) {
        return world.volume
                .map(v -> v.publications().get(node))
                .filter(Publication::unconfirmed)
                .isPresent();
    }

    private void settledMeansTrue() {
        world.volume.ifPresent(v -> v.publications().values().forEach(publication -> {
            if (publication.uncertain() || world.inFlight.isPresent()) {
                return;
            }
            // A plugin that does not attach needs no call; one that stopped to attach has forgotten what it had.
            if (publication.state() == Publication.State.PUBLISHED
                    && publication.attempted()
                    && !world.plugin.attachmentsForgotten.contains(publication.node())) {
                require(world.plugin.attached.contains(publication.node()), "SettledMeansTrue: " + publication.node());
            }
        }));
    }

    /** AttachedInOneWay: what may be attached is attached in no other way. After a restore the way may be unknown. */
    void attachedInOneWay(InFlight call) {
        require(
                world.restored
                        || world.plugin.perhapsOtherwise
                        || !world.plugin.differs(call.call().operation(), call.readOnly()),
                "AttachedInOneWay: " + call);
        require(
                !call.readOnly() || world.written.isEmpty(),
                "AttachedInOneWay: tasks write a volume that is attached read-only");
    }

    boolean isGranted() {
        return world.claims.stream().anyMatch(claim -> claim.state() == Claim.State.GRANTED);
    }

    void isGrantedIf(boolean wanted) {
        require(
                !wanted || isGranted(),
                "IsGranted: no task is granted it, and these wait: " + world.queue.values() + " " + world.claims);
    }

    /** An assignment without the plugin's id of the volume is refused, and then waited for. */
    void namesTheVolume() {
        require(
                world.volume.filter(v -> !v.provision().created()).isEmpty(),
                "an assignment of a volume that is not created");
    }

    /** GenerationsGrow. */
    void drawn(long generation) {
        require(generations.add(generation), "a generation was used twice");
        require(generation > highest, "GenerationsGrow: " + generation + " after " + highest);
        highest = generation;
    }

    /** The database lost what it knew of those that were drawn. */
    void generationsBeginAbove(long known) {
        generations.clear();
        highest = known;
    }

    void generationsBeginAlsoAbove(long known) {
        highest = Math.max(highest, known);
    }

    /**
     * NothingPulled: without force and without a fence no claim goes, and no assignment lacks a granted mount. After a
     * restore a mount that no node has reported may go to a task that runs since the lost life, and so may that of a
     * node that the lost life fenced.
     */
    void nothingPulled(Volume before, List<Claim> held, Reconciliation.Outcome outcome) {
        boolean forced = before.removal().filter(Volume.Removal::force).isPresent();
        for (Claim claim : held) {
            if (claim.state() != Claim.State.GRANTED
                    || forced
                    || world.nodes.get(claim.node()).fenced
                    || world.restored && owes(claim.node())) {
                continue;
            }
            require(
                    isOvertaken(claim)
                            || outcome.claims().stream()
                                    .anyMatch(left ->
                                            left.task().equals(claim.task()) && left.state() == Claim.State.GRANTED),
                    "NothingPulled: the claim of " + claim.task() + " went");
            outcome.effects().stream()
                    .filter(Effect.Assign.class::isInstance)
                    .map(Effect.Assign.class::cast)
                    .filter(assign -> assign.publication().node().equals(claim.node())
                            && assign.publication().state() == Publication.State.PUBLISHED)
                    .forEach(assign -> require(
                            isOvertaken(claim)
                                    || assign.publication().assigned().contains(claim.targetId()),
                            "NothingPulled: " + claim.targetId() + " was not assigned any more"));
        }
    }

    private boolean isOvertaken(Claim claim) {
        boolean lostLife = world.restored || !world.unexplained.isEmpty();
        return lostLife && !world.nodes.get(claim.node()).hasSaid(claim.targetId());
    }

    /** NothingPulled: no running task loses its mount by an assignment, whether the database knows the task or not. */
    void nothingPulledFromRunningTasks(Volume before, Reconciliation.Outcome outcome) {
        boolean forced = before.removal().filter(Volume.Removal::force).isPresent();
        outcome.effects().stream()
                .filter(Effect.Assign.class::isInstance)
                .map(assign -> ((Effect.Assign) assign).publication())
                .filter(publication -> !forced && !world.nodes.get(publication.node()).fenced)
                .forEach(publication -> world.running.forEach((task, node) -> {
                    SimulatedNode there = world.nodes.get(node);
                    TargetId target = target(task);
                    require(
                            !node.equals(publication.node())
                                    || !there.writes()
                                    || !there.mounted.contains(target)
                                    || publication.assigned().contains(target),
                            "NothingPulled: " + task + " runs, and loses its mount on " + node);
                }));
    }

    private TargetId target(TaskName task) {
        TaskSpec spec = Objects.requireNonNull(world.tasks.get(task));
        return TaskSpec.targetId(spec.task(), spec.mounts().getFirst());
    }

    /** A volume goes from the records while no node has something of it that no record explains. */
    void nothingIsForgotten(Optional<Reconciliation.Ended> ended, Reconciliation.Outcome outcome) {
        // What a node reports during a DeleteVolume comes too late.
        boolean deleted = ended.filter(call -> call.outcome() instanceof CallOutcome.Deleted)
                .isPresent();
        require(
                outcome.volume().isPresent() || deleted || world.unexplained.isEmpty(),
                "the record went, and nodes may have it mounted: " + world.unexplained.keySet());
    }

    /** OneCapability: what is attached and mounted for a task has the task's flags. */
    void oneCapability() {
        world.claims.stream()
                .filter(claim -> claim.state() == Claim.State.GRANTED)
                .forEach(claim -> world.volume
                        .filter(v -> v.provision().created())
                        .map(v -> v.publications().get(claim.node()))
                        .ifPresent(publication -> require(
                                publication.options().flags().equals(Optional.of(claim.flags())),
                                "OneCapability: " + claim + " under " + publication)));
    }

    /** @param allRead what was written before the barrier has been read */
    void mayBeCalled(Operation operation, boolean allRead) {
        require(world.stored().call().isEmpty(), "NoOverlap: a call was chosen while one is in flight");
        require(world.plugin.callable(), "a call was chosen and there is no controller");
        if (operation instanceof Operation.Delete) {
            require(allRead, "deleted before what was written is read");
            require(
                    world.nodes.values().stream().allMatch(node -> node.fenced || node.mounted.isEmpty()),
                    "NothingUnderADeletion: deleted under a mount");
        }
    }

    void noEmptyIds(Operation operation, Volume intended) {
        switch (operation) {
            case Operation.Publish(NodeName node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Unpublish(NodeName node) ->
                require(!intended.publications().get(node).csiNodeId().isEmpty(), "NoEmptyIds");
            case Operation.Create create -> {}
            case Operation.Delete delete -> {}
        }
    }

    void mayHaveItsEffect(InFlight call) {
        boolean attaches = world.plugin.facts.publishes();
        switch (call.call().operation()) {
            case Operation.Create create -> {}
            case Operation.Delete delete -> {
                require(
                        world.plugin.unrecorded.containsAll(world.plugin.attached),
                        "deleted while attached to " + world.plugin.attached);
                require(world.plugin.created, "deleted what Hawser did not create");
            }
            // The plugin rejects what an older copy of the database publishes after the lost life deleted it.
            case Operation.Publish publish ->
                require(!attaches || world.plugin.exists || world.restored, "published what does not exist");
            case Operation.Unpublish(NodeName node) ->
                require(
                        !attaches
                                || world.nodes.get(node).mounted.isEmpty()
                                || world.nodes.get(node).fenced
                                || call.fenced(),
                        "NodeBeforeController: detached from " + node + " which has " + world.nodes.get(node).mounted);
        }
    }

    /** NoLeak, too: what CreateVolume made is not left for a volume of another id. */
    void namedRightly(Volume created) {
        require(!created.existedBefore() || !world.plugin.created, "NoLeak: taken as it is, though it was created");
    }

    /** OneAnswer: to each command; a restored copy may not have it yet, or again. */
    void answered(String command) {
        require(
                !command.startsWith("detached-") || world.unanswered.remove(command) || world.restored,
                "OneAnswer: " + command + " was answered twice");
    }

    /** NoLeak, and OneAnswer. */
    void nothingIsLeft(boolean kept, boolean force) {
        require(world.volume.isEmpty(), "never came to rest: " + world.volume);
        require(world.unanswered.isEmpty() || world.restored, "OneAnswer: none to " + world.unanswered);
        require(
                kept && (force || world.plugin.unrecorded.containsAll(world.plugin.attached))
                        || (!world.plugin.exists && world.plugin.attached.isEmpty()),
                "NoLeak: exists=" + world.plugin.exists + " attached=" + world.plugin.attached);
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
