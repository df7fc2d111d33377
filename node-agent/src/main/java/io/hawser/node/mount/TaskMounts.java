package io.hawser.node.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What one task has of one volume on this node: for a runtime, which may start the task's container with it. */
public sealed interface TaskMounts {

    /** The agent does not know yet what it has. */
    record NotYetKnown(String message) implements TaskMounts {}

    /** The task has no mount of the volume here, or not any more. */
    record None(String message) implements TaskMounts {}

    /**
     * The task has these mounts of the volume, or will have them.
     *
     * @param message why not all of them are mounted; empty: they are, or nothing is known
     */
    record Some(List<TaskMount> mounts, String message) implements TaskMounts {
        public Some {
            mounts = List.copyOf(mounts);
        }

        public boolean mounted() {
            return mounts.stream().allMatch(mount -> mount.path().isPresent());
        }
    }

    /**
     * @param path empty: not mounted
     * @param shown what the mount table shows there; not every plugin mounts anything
     */
    record TaskMount(
            String id,
            boolean readOnly,
            boolean block,
            Optional<Path> path,
            Optional<MountEntry> shown,
            String message) {
        private TaskMount notYet(String message) {
            return new TaskMount(id, readOnly, block, Optional.empty(), Optional.empty(), message);
        }
    }

    /**
     * A mount counts only while the mount table shows what the plugin mounted: the path without it is a folder of the
     * machine's own disk. What is left of an earlier volume of the name does not count: a target's id does not tell the
     * two apart.
     *
     * @param all creations of the volume's name that this node knows
     * @param assigned the creation that the assignment is for; empty: there is no assignment, or it does not say it
     */
    static TaskMounts of(
            String task,
            String volume,
            List<View> all,
            Optional<VolumeKey> assigned,
            RootLayout layout,
            MountTable table) {
        List<View> views = all.stream()
                .filter(view -> assigned.map(view.have().key()::equals).orElse(true))
                .toList();
        if (assigned.isPresent() && views.isEmpty()
                || views.stream().anyMatch(view -> view.order().equals(Order.Keep.NOT_LOOKED_AT))) {
            return new NotYetKnown("the agent has not looked at volume " + volume + " yet");
        }
        List<TaskMount> mounts = new ArrayList<>();
        boolean going = false;
        String message = "";
        for (View view : views) {
            List<TargetRecord> recorded = view.have().targets().stream()
                    .filter(target -> target.task().equals(task))
                    .toList();
            for (TargetRecord target : recorded) {
                if (isGoing(view, target)) {
                    going = true;
                } else {
                    mounts.add(mount(view, target, layout, table));
                }
            }
            List<TaskMount> coming = wanted(view)
                    .filter(target -> target.getTask().equals(task))
                    .filter(target -> begun(view, target)
                            .map(found -> isGoing(view, found))
                            .orElse(true))
                    .map(target -> coming(view, target))
                    .toList();
            mounts.addAll(coming);
            if (!recorded.isEmpty() || !coming.isEmpty()) {
                message = MountReports.message(view);
            }
        }
        if (mounts.isEmpty() && !going) {
            Optional<String> unknown =
                    views.stream().flatMap(TaskMounts::unknown).findFirst();
            if (unknown.isPresent()) {
                return new NotYetKnown(unknown.get());
            }
        }
        if (mounts.isEmpty()) {
            return new None(
                    going
                            ? "volume " + volume + " is being unmounted for task " + task
                            : "task " + task + " has no mount of volume " + volume + " on this node");
        }
        return new Some(mounts, message);
    }

    /**
     * The same while something is held back: an assignment that is missing means nothing then.
     *
     * @param heldBack why nothing may be taken down; empty: it may
     */
    default TaskMounts whileHeldBack(Optional<String> heldBack) {
        return this instanceof None ? heldBack.<TaskMounts>map(NotYetKnown::new).orElse(this) : this;
    }

    /**
     * The same without the paths of mounts that the node has not reported yet.
     *
     * @param reported whether the broker has a report that lists the mount at this path
     */
    default TaskMounts onlyReported(Predicate<Path> reported) {
        return this instanceof Some(List<TaskMount> mounts, String message)
                ? new Some(
                        mounts.stream()
                                .map(mount ->
                                        mount.path().filter(reported.negate()).isPresent()
                                                ? mount.notYet("it is mounted, and Kafka has no report of it yet")
                                                : mount)
                                .toList(),
                        message)
                : this;
    }

    /** An unpublish that is decided is made, also if a newer assignment wants the target again: it is to come then. */
    private static boolean isGoing(View view, TargetRecord target) {
        return MountReports.state(view.order(), target) == MountState.MOUNT_STATE_UNMOUNTING
                || view.step().equals(new Step.Unpublish(target.id()));
    }

    /** While the assignment cannot be acted on, a record that does not mention the task says nothing about it. */
    private static Stream<String> unknown(View view) {
        return view.order() instanceof Order.Keep(String message, boolean orphaned) && !orphaned
                ? Stream.of(message)
                : Stream.empty();
    }

    private static Stream<AssignmentTarget> wanted(View view) {
        return view.order() instanceof Order.Have(DesiredState desired)
                ? desired.assignment().getTargetsList().stream()
                : Stream.empty();
    }

    /** The target, if its publish was begun. One without a task is a mount that only the mount table showed. */
    private static Optional<TargetRecord> begun(View view, AssignmentTarget target) {
        return view.have()
                .target(target.getId())
                .filter(found -> !found.task().isEmpty() || target.getTask().isEmpty());
    }

    private static TaskMount coming(View view, AssignmentTarget target) {
        return new TaskMount(
                target.getId(),
                target.getReadOnly(),
                block(view),
                Optional.empty(),
                Optional.empty(),
                view.retry().message(target.getId()).orElse(""));
    }

    private static TaskMount mount(View view, TargetRecord target, RootLayout layout, MountTable table) {
        Path path = layout.target(view.have().key(), target.id());
        Optional<MountEntry> shown = table.at(path);
        boolean published = target.state() == TargetState.PUBLISHED;
        boolean lost = published && target.seen().isPresent() && !target.seen().equals(shown.map(MountEntry::what));
        return new TaskMount(
                target.id(),
                target.readOnly(),
                // Older records do not say it.
                target.block() || block(view),
                published && !lost ? Optional.of(path) : Optional.empty(),
                published && !lost ? shown : Optional.empty(),
                lost
                        ? "what the plugin mounted is not at its path any more"
                        : view.retry().message(target.id()).orElse(""));
    }

    private static boolean block(View view) {
        return view.order() instanceof Order.Have(DesiredState desired)
                && desired.assignment().hasBlock();
    }
}
