package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What the node really has, and the assignment that it last saw. */
final class SimulatedNode {
    final NodeName name;
    final Set<TargetId> mounted = new TreeSet<>();
    /** What the agent keeps a record of: more than is mounted, where its plugin is gone and a person unmounted. */
    private final Set<TargetId> record = new TreeSet<>();

    private final List<Effect.Assign> unseen = new ArrayList<>();
    private Set<TargetId> wanted = Set.of();
    private boolean forget;
    private long reports;
    private Optional<MountReport> said = Optional.empty();
    /** What it has taken over and mounted since its last report is not in that report. */
    boolean late;

    long generation;
    boolean nothing;

    boolean fenced;
    /** Its mounts of this generation were fenced: they cannot write, whether or not a restored record says so. */
    private long fencedGeneration = -1;

    boolean removed;
    boolean csiIdKnown;
    /** The plugin's node service is gone for good. */
    boolean stuck;

    /** The machine is switched off: no detach from it is answered that would have no effect. */
    boolean off;

    SimulatedNode(NodeName name, boolean csiIdKnown) {
        this.name = name;
        this.csiIdKnown = csiIdKnown;
    }

    String csiId() {
        return csiIdKnown ? "csi-" + name : "";
    }

    boolean writes() {
        return fencedGeneration < 0 && !mounted.isEmpty();
    }

    boolean hasLetGo() {
        return nothing && mounted.isEmpty() && record.isEmpty();
    }

    /** A NodePublishVolume takes effect after the node said that nothing is left. */
    void mountsLate() {
        TargetId late = new TargetId("late." + ++reports);
        mounted.add(late);
        record.add(late);
    }

    void fencedOrNot(Random random) {
        boolean before = fenced;
        fenced = random.nextInt(3) == 0;
        fencedGeneration = fenced ? generation : fencedGeneration;
        // What is removed while it is fenced may come back, in the boot that it was in or in another.
        removed = fenced && random.nextInt(3) == 0;
        if (before && !fenced && random.nextBoolean()) {
            mounted.clear();
        }
    }

    void told(Effect.Assign assignment) {
        unseen.add(assignment);
    }

    boolean hasUnseen() {
        return !unseen.isEmpty();
    }

    void losesUnseen() {
        unseen.clear();
    }

    /** As the agent: the newest counts, and an older generation than the one that was taken over is a replay. */
    void reads() {
        Effect.Assign seen = unseen.getLast();
        unseen.clear();
        if (seen.publication().generation() >= generation) {
            generation = seen.publication().generation();
            nothing = seen.nothing();
            wanted = seen.publication().assigned();
            forget = seen.publication().forget().announced();
        }
    }

    void mounts() {
        if (!stuck) {
            fencedGeneration = generation > fencedGeneration ? -1 : fencedGeneration;
            mounted.retainAll(wanted);
            if (!nothing) {
                mounted.addAll(wanted);
            }
            record.clear();
            record.addAll(mounted);
        } else if (nothing && forget && mounted.isEmpty()) {
            record.clear();
        }
    }

    /** What its report lists: also what it is yet to mount. */
    Set<TargetId> listed() {
        Set<TargetId> mayBe = new TreeSet<>(record);
        mayBe.addAll(mounted);
        mayBe.addAll(wanted);
        return mayBe;
    }

    /** Its last report; empty = none yet. */
    Optional<MountReport> said() {
        return said;
    }

    /** Not of a mount that the node is unmounting, on an order that a database may have lost. */
    boolean hasSaid(TargetId target) {
        return said.filter(report -> report.getTargetsList().stream()
                        .anyMatch(listed -> listed.getId().equals(target.value())
                                && listed.getState() != MountState.MOUNT_STATE_UNMOUNTING))
                .isPresent();
    }

    /** A container only starts on a mount that its node reports, and not on one that the node is unmounting. */
    boolean hasSaidMounted(TargetId target) {
        return said.filter(report -> report.getTargetsList().stream()
                        .anyMatch(listed -> listed.getId().equals(target.value())
                                && listed.getState() == MountState.MOUNT_STATE_MOUNTED))
                .isPresent();
    }

    /** A report, with all that it has now. */
    MountReport says() {
        late = false;
        MountReport report = report();
        said = Optional.of(report);
        return report;
    }

    private MountReport report() {
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(name.value())
                .setGeneration(generation)
                .setRevision(++reports)
                .setNothingLeft(hasLetGo());
        listed().forEach(target -> report.addTargets(MountedTarget.newBuilder()
                .setId(target.value())
                .setState(
                        wanted.contains(target) ? MountState.MOUNT_STATE_MOUNTED : MountState.MOUNT_STATE_UNMOUNTING)));
        return report.build();
    }
}
