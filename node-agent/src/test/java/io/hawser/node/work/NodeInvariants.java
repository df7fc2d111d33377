package io.hawser.node.work;

import static io.hawser.node.work.NodeSimulation.LAYOUT;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.MountReports;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TargetState;
import io.hawser.node.mount.View;
import io.hawser.v1.MountReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** What must hold of a node at any time. */
final class NodeInvariants {
    private final SimulatedPlugin plugin;
    private final SimulatedAssignments assignments;
    private final Map<String, MountWork> process;
    private final BooleanSupplier heldBack;
    int nothingLefts;
    int settled;

    NodeInvariants(
            SimulatedPlugin plugin,
            SimulatedAssignments assignments,
            Map<String, MountWork> process,
            BooleanSupplier heldBack) {
        this.plugin = plugin;
        this.assignments = assignments;
        this.process = process;
        this.heldBack = heldBack;
    }

    void takingDown() {
        must(!heldBack.getAsBoolean(), "nothing is taken down while held back");
        must(assignments.latest.orElse(null) instanceof DesiredState.Usable, "NothingOnSilence");
    }

    void judgeReport() {
        for (MountWork work : process.values()) {
            Optional<MountReport> report = MountReports.of("n1", LAYOUT, List.of(work.view()));
            Set<Path> there = published(work.key());
            Set<Path> listed = report.map(MountReport::getTargetsList).orElse(List.of()).stream()
                    .map(target -> LAYOUT.target(work.key(), target.getId()))
                    .collect(Collectors.toSet());
            must(listed.containsAll(there), "a target that is there is listed");
            if (report.isPresent() && report.get().getNothingLeft()) {
                nothingLefts++;
                boolean none = there.isEmpty() && !plugin.staged.contains(LAYOUT.staging(work.key()));
                // A call to unmount may still hang in the plugin that a person gave up.
                boolean waitsForNone =
                        !plugin.isLateIn(LAYOUT.volume(work.key())) || assignments.forgotten.contains(work.key());
                must(none && waitsForNone, "nothing left means nothing");
                must(assignments.ordersToLetGo.contains(work.key().uid()), "nothing left answers an order");
            }
        }
    }

    void check() {
        for (MountWork work : process.values()) {
            View view = work.view();
            MountRecord have = view.have();
            Set<Path> there = published(work.key());
            have.targets().stream()
                    .filter(target -> target.state() == TargetState.GROUPING)
                    .forEach(target ->
                            must(there.contains(LAYOUT.target(work.key(), target.id())), "SettledMeansTrue: grouping"));
            have.targets().stream()
                    .filter(target ->
                            target.state() == TargetState.PUBLISHED && assignments.groups.contains(work.key()))
                    .forEach(target -> must(
                            target.readOnly() || plugin.grouped.contains(LAYOUT.target(work.key(), target.id())),
                            "SettledMeansTrue: grouped"));
            have.targets().stream()
                    .filter(target -> target.state() == TargetState.PUBLISHED)
                    .forEach(target -> must(
                            there.contains(LAYOUT.target(work.key(), target.id())), "SettledMeansTrue: published"));
            Set<Path> known = have.targets().stream()
                    .map(target -> LAYOUT.target(work.key(), target.id()))
                    .collect(Collectors.toSet());
            must(known.containsAll(there), "SettledMeansTrue: no record means not there");
            must(have.expanded() <= plugin.sizes.getOrDefault(have.volumeId(), 0L), "SettledMeansTrue: grown");
            boolean staged = plugin.staged.contains(LAYOUT.staging(work.key()));
            must(have.staging() != Staging.STAGED || staged, "SettledMeansTrue: staged");
            must(have.staging() != Staging.NONE || !staged, "SettledMeansTrue: not staged");
            if (view.order() instanceof Order.Have && view.step() instanceof Step.Rest) {
                settled++;
            }
        }
    }

    Set<Path> published(VolumeKey key) {
        return plugin.published.keySet().stream()
                .filter(path -> path.startsWith(LAYOUT.volume(key)))
                .collect(Collectors.toSet());
    }

    static void must(boolean holds, String invariant) {
        if (!holds) {
            throw new AssertionError(invariant);
        }
    }
}
