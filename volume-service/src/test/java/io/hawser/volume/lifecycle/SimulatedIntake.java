package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.P;

import io.hawser.v1.MountReport;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.SimulatedWorld.Unexplained;
import io.hawser.volume.orphan.OrphanRules;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Optional;

/** What becomes of a node's report: in the record, or as a mount that no record explains. */
final class SimulatedIntake {
    private final SimulatedWorld world;
    private final VolumeInvariants invariants;

    SimulatedIntake(SimulatedWorld world, VolumeInvariants invariants) {
        this.world = world;
        this.invariants = invariants;
    }

    /** As the intake takes a node's report. */
    void says(NodeName name, MountReport report) {
        Optional<Publication> before = world.publication(name);
        world.woken |= before.filter(there -> there.announced() && report.getGeneration() <= there.generation())
                .isEmpty();
        Optional<Publication> overtaken =
                before.flatMap(there -> LaterLife.afterReport(there, report, new DecisionContext(world.now, 0)));
        if (before.filter(Publication::announced).isEmpty()) {
            overtaken.ifPresent(world::store);
            if (!report.getNothingLeft()) {
                unexplained(name, report);
            } else if (restoredId(name).isEmpty() && given(name) <= report.getGeneration()) {
                world.unexplained.remove(name);
            } else if (world.unexplained.containsKey(name)) {
                unexplained(name, report);
            }
            return;
        }
        world.store(overtaken.orElseGet(() -> before.orElseThrow().reporting(report)));
        if (overtaken.filter(begun -> !begun.announced()).isPresent()) {
            unexplained(name, report);
        }
    }

    private void unexplained(NodeName name, MountReport report) {
        world.unexplained.put(name, new Unexplained(world.now, report).given(given(name)));
    }

    private long given(NodeName name) {
        return Optional.ofNullable(world.unexplained.get(name))
                .map(Unexplained::generation)
                .orElse(0L);
    }

    void answersAll() {
        List.copyOf(world.unexplained.keySet()).forEach(this::answered);
    }

    /** An assignment explains the mount; where none comes, the node has to unmount it. */
    private void answered(NodeName name) {
        SimulatedNode node = world.nodes.get(name);
        Unexplained unexplained = world.unexplained.get(name);
        Optional<Publication> publication = world.publication(name);
        String id = restoredId(name).isEmpty() ? node.csiId() : restoredId(name);
        MountReport report = unexplained.report();
        OrphanRules.Facts facts = new OrphanRules.Facts(
                world.stored().provision().created(),
                publication.filter(Publication::announced).isPresent(),
                publication.isPresent()
                        || world.claims.stream().anyMatch(claim -> claim.node().equals(name)),
                world.taskOf(name, UnexplainedMount.of(report, unexplained.generation())),
                world.stored().removal().filter(Volume.Removal::force).isPresent(),
                node.fenced ? OrphanRules.Fence.COUNTS : OrphanRules.Fence.NONE,
                P,
                id);
        switch (OrphanRules.of(facts)) {
            case OrphanRules.Answer.Resolved() ->
                explained(publication
                        .orElseThrow()
                        .explaining(report, unexplained.generation(), new DecisionContext(world.now, 0)));
            case OrphanRules.Answer.Wait _ -> {}
            case OrphanRules.Answer.Unmount() -> {
                long generation =
                        new DecisionContext(world.now, 0, world.stored().generation()).generationAbove(report);
                Publication announced = Publication.orphaned(name, id, generation, report);
                invariants.drawn(generation);
                node.told(new Effect.Assign(announced, true, List.of()));
                explained(announced);
                world.publish();
            }
        }
    }

    private void explained(Publication publication) {
        world.store(publication);
        world.unexplained.remove(publication.node());
        world.restoredIds.remove(publication.node());
    }

    private String restoredId(NodeName name) {
        return world.restoredIds.getOrDefault(name, "");
    }
}
