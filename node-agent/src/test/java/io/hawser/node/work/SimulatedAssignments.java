package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What a seed assigns to one volume name of one node, and what its topic shows of it. */
final class SimulatedAssignments {
    private static final String VOLUME = "data";

    private final Random random;
    private final boolean withGroups;
    private final Predicate<VolumeKey> mayBeForgotten;
    /** Volumes whose files the agent gives to a group. */
    final Set<VolumeKey> groups = new TreeSet<>();

    final Set<String> ordersToLetGo = new TreeSet<>();
    /** Volumes of which a person said that they unmount them by hand. */
    final Set<VolumeKey> forgotten = new TreeSet<>();

    private final List<DesiredState> history = new ArrayList<>();
    Optional<DesiredState.Read> latest = Optional.empty();
    private int uid = 1;
    private long generation;
    private int targets;

    /** @param mayBeForgotten whether a person may say now that they unmount a volume by hand */
    SimulatedAssignments(Random random, boolean withGroups, Predicate<VolumeKey> mayBeForgotten) {
        this.random = random;
        this.withGroups = withGroups;
        this.mayBeForgotten = mayBeForgotten;
    }

    void next() {
        boolean mayRecreate = latest.filter(
                        read -> read instanceof DesiredState.Usable(DesiredState desired) && desired.nothing())
                .isPresent();
        if (mayRecreate && random.nextInt(3) == 0) {
            uid++;
        }
        Assignment.Builder next = Assignment.newBuilder()
                .setNode("n1")
                .setVolume(VOLUME)
                .setUid("u" + uid)
                .setGeneration(++generation)
                .setPlugin("p")
                .setVolumeId("csi-" + uid)
                .setRequiredBytes(random.nextInt(3) * generation);
        if (random.nextInt(3) == 0) {
            next.setNothing(true)
                    .clearRequiredBytes()
                    .setForget(random.nextInt(3) == 0 && mayBeForgotten.test(new VolumeKey(VOLUME, "u" + uid)));
            ordersToLetGo.add("u" + uid);
        } else {
            history.stream()
                    .filter(desired -> desired.key().uid().equals("u" + uid))
                    .reduce((first, second) -> second)
                    .ifPresent(desired -> desired.assignment().getTargetsList().stream()
                            .filter(_ -> random.nextBoolean())
                            .forEach(next::addTargets));
            for (int i = random.nextInt(3); i > 0; i--) {
                next.addTargets(AssignmentTarget.newBuilder()
                        .setId("t" + ++targets)
                        .setTask("task")
                        .setReadOnly(targets % 3 == 0));
            }
        }
        if (withGroups && uid % 2 == 0) {
            next.setMount(MountAccess.getDefaultInstance()).setFsGroup("1000");
            groups.add(new VolumeKey(VOLUME, "u" + uid));
        }
        DesiredState made = ((DesiredState.Usable) DesiredState.of(next.build())).desired();
        history.add(made);
        if (made.assignment().getForget()) {
            forgotten.add(made.key());
        }
        latest = Optional.of(new DesiredState.Usable(made));
    }

    /** The topic lost its tail, or was emptied and restored: an older record is the newest now. */
    void replayed() {
        if (!history.isEmpty()) {
            DesiredState older = history.get(random.nextInt(history.size()));
            if (!older.assignment().getForget() || mayBeForgotten.test(older.key())) {
                latest = Optional.of(new DesiredState.Usable(older));
            }
        }
    }

    /** The volume that is to be forgotten now. */
    Optional<VolumeKey> toForget() {
        return latest.orElse(null) instanceof DesiredState.Usable(DesiredState desired)
                        && desired.assignment().getForget()
                ? Optional.of(desired.key())
                : Optional.empty();
    }

    void refused() {
        latest = Optional.of(new DesiredState.Refused(Optional.empty(), "record", "is garbage"));
    }
}
