package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.SimulatedWorld.Unexplained;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The database loses what it knew of a node, or goes back to an earlier copy. */
final class SimulatedRestores {
    private record Backup(
            Volume volume,
            List<Claim> claims,
            Map<TaskName, Claim> queue,
            Map<TaskName, TaskSpec> tasks,
            io.hawser.v1.Volume published,
            Map<NodeName, Unexplained> unexplained,
            Map<NodeName, String> restoredIds) {}

    private final SimulatedWorld world;
    private final SimulatedIntake intake;
    private final VolumeInvariants invariants;
    private Optional<Backup> backup = Optional.empty();

    SimulatedRestores(SimulatedWorld world, SimulatedIntake intake, VolumeInvariants invariants) {
        this.world = world;
        this.intake = intake;
        this.invariants = invariants;
    }

    boolean hasBackup() {
        return backup.isPresent();
    }

    void backUp() {
        backup = Optional.of(new Backup(
                world.stored(),
                world.claims,
                Map.copyOf(world.queue),
                Map.copyOf(world.tasks),
                world.published,
                Map.copyOf(world.unexplained),
                Map.copyOf(world.restoredIds)));
    }

    void dropBackup() {
        backup = Optional.empty();
    }

    /**
     * The records of a node are gone, as after a restore; what it has mounted and reports, and what the plugin may
     * hold, is still there.
     */
    void recordsAreLost() {
        SimulatedNode node = world.anyNode();
        if (world.inFlight.isPresent()
                || node.generation == 0
                || node.nothing
                || node.fenced
                || world.publication(node.name)
                        .filter(SimulatedRestores::canBeLost)
                        .isEmpty()) {
            return;
        }
        dropBackup();
        world.plugin.perhapsOtherwise = true;
        if (world.random.nextBoolean()) {
            world.plugin.attached.remove(node.name);
        }
        node.losesUnseen();
        world.now = world.now.plusMillis(1);
        runsOn(claim -> claim.node().equals(node.name));
        world.claims = world.claims.stream()
                .filter(claim -> !claim.node().equals(node.name))
                .toList();
        Volume without = world.stored().without(node.name);
        // With it may go what the volume knew of generations.
        boolean generationToo = world.random.nextBoolean()
                && without.publications().values().stream().allMatch(p -> p.generation() == 0);
        if (generationToo) {
            invariants.generationsBeginAbove(0);
        }
        world.volume = Optional.of(generationToo ? withoutGeneration(without) : without);
        world.unexplained.put(node.name, new Unexplained(world.now, node.says()));
    }

    /** The tasks with these claims run, also without them. */
    private void runsOn(Predicate<Claim> lost) {
        world.claims.stream()
                .filter(claim -> claim.state() == Claim.State.GRANTED && world.tasks.containsKey(claim.task()))
                .filter(claim -> world.nodes.get(claim.node()).hasSaidMounted(claim.targetId()))
                .filter(lost)
                .forEach(claim -> world.running.put(claim.task(), claim.node()));
    }

    private static boolean canBeLost(Publication publication) {
        return publication.generation() > 0
                && !publication.unconfirmed()
                && publication.state() != Publication.State.PENDING_UNPUBLISH;
    }

    private static Volume withoutGeneration(Volume v) {
        return new Volume(
                v.name(), v.uid(), v.spec(), v.provision(), v.removal(), v.publications(), v.call(), 0, v.since());
    }

    /**
     * The database goes back to an earlier copy. Before anything is decided the topics are read: which tasks there are,
     * which removal was asked for, and what the nodes say, which have meanwhile done what the lost life told them. The
     * report of some nodes comes only later.
     *
     * @return the tasks that are decided first: their records have changed since; empty while a call is in flight
     */
    Optional<Set<TaskName>> restore() {
        Volume lost = world.stored();
        world.nodes.values().forEach(node -> node.late = world.random.nextInt(4) == 0);
        Backup then = backup.orElseThrow();
        world.nodes.values().stream()
                .filter(node -> node.hasUnseen() && !node.fenced)
                .filter(node -> !node.late || world.random.nextBoolean())
                .forEach(node -> {
                    node.reads();
                    node.mounts();
                });
        if (world.inFlight.isPresent()) {
            return Optional.empty();
        }
        dropBackup();
        runsOn(claim -> true);
        world.claims = then.claims();
        world.queue.clear();
        world.queue.putAll(then.queue());
        world.restored = true;
        world.claims.forEach(claim -> world.running.remove(claim.task(), claim.node()));
        world.volume = Optional.of(then.volume());
        lost.removal().ifPresent(removal -> world.remove(removal.force()));
        world.now = then.volume()
                .call()
                .map(call -> call.token().until())
                .filter(until -> until.isAfter(world.now))
                .orElse(world.now)
                .plusMillis(1);
        invariants.generationsBeginAbove(then.volume().generation());
        world.unexplained.clear();
        world.unexplained.putAll(then.unexplained());
        world.restoredIds.clear();
        world.restoredIds.putAll(then.restoredIds());
        world.nodes
                .values()
                .forEach(node -> saysAgain(node, !lost.publications().containsKey(node.name)));
        if (!world.published.equals(then.published())) {
            compareWithWhatWasPublished();
        }
        Set<TaskName> changed = new TreeSet<>(then.tasks().keySet());
        changed.addAll(world.tasks.keySet());
        changed.removeIf(name -> Objects.equals(then.tasks().get(name), world.tasks.get(name)));
        return Optional.of(changed);
    }

    /** @param detached by the life that is lost: the report is gone, and perhaps not even the topic has it any more */
    private void saysAgain(SimulatedNode node, boolean detached) {
        if (node.generation == 0) {
            return;
        }
        if (node.late) {
            node.said().ifPresent(report -> intake.says(node.name, report));
            return;
        }
        boolean gone = detached && node.hasLetGo();
        boolean known = world.publication(node.name)
                .flatMap(publication -> publication.mounts().reported())
                .isPresent();
        if (!gone || !known || world.random.nextBoolean()) {
            intake.says(node.name, node.says());
        }
        if (gone) {
            world.publication(node.name).flatMap(LaterLife::afterReportGone).ifPresent(world::store);
        }
    }

    private void compareWithWhatWasPublished() {
        RestoredVolume.Compared found =
                RestoredVolume.with(world.stored(), world.published, new DecisionContext(world.now, 0));
        world.volume = Optional.of(found.volume());
        invariants.generationsBeginAlsoAbove(found.volume().generation());
        found.unexplained().forEach(this::perhapsAttached);
    }

    private void perhapsAttached(VolumeOnNode node) {
        NodeName name = new NodeName(node.getNode());
        world.unexplained.merge(
                name,
                new Unexplained(
                        world.now,
                        MountReport.newBuilder()
                                .setNode(node.getNode())
                                .setGeneration(node.getGeneration())
                                .build()),
                (there, standIn) -> there.given(standIn.generation()));
        if (world.publication(name).isEmpty()) {
            world.restoredIds.put(name, node.getCsiNodeId());
        }
    }
}
