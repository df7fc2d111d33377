package io.hawser.message;

import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a task's record. Two services read these records and refuse the same ones, so that the previous record still
 * counts in both: volume-service, which answers, and deallocator-service.
 */
public final class TaskRules {
    private static final String GROUP = "group:";

    /**
     * Each mount takes about 2 KB (target, path, a sentence) of the task's record on {@code hawser.task-volumes}; Kafka
     * accepts up to 1 MB. The task's decision loads and locks every volume. One container gets far fewer mounts.
     */
    private static final int MOUNTS = 256;

    /** The target is part of the key of table {@code claim}, whose index accepts 2.7 KB. */
    private static final int TARGET_BYTES = 1024;

    private TaskRules() {}

    /** @return the first fault; empty = none */
    public static Optional<Fault> check(Task task) {
        return Names.segment("name", task.getName())
                .or(() -> task.getService().isEmpty() ? Optional.empty() : Names.service("service", task.getService()))
                .or(() -> node(task))
                .or(() -> mounts(task));
    }

    private static Optional<Fault> mounts(Task task) {
        if (task.getMountsCount() > MOUNTS) {
            return Fault.of("mounts", task.getMountsCount() + " mounts where " + MOUNTS + " is the most");
        }
        Set<String> targets = new HashSet<>();
        for (int i = 0; i < task.getMountsCount(); i++) {
            Optional<Fault> fault = mount("mounts[" + i + "].", task.getMounts(i), targets);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<Fault> mount(String field, TaskMount mount, Set<String> targets) {
        String source = mount.getSource();
        Optional<Fault> name = source.startsWith(GROUP)
                ? Names.segment(field + "source", source.substring(GROUP.length()))
                : Names.volume(field + "source", source);
        return name.or(() -> target(field + "target", mount.getTarget(), targets))
                .or(() -> MountFlags.check(field + "mount_flags", mount.getMountFlagsList()));
    }

    private static Optional<Fault> target(String field, String target, Set<String> targets) {
        if (target.isEmpty() || !targets.add(target)) {
            return Fault.of(field, "it is empty, or is given twice");
        }
        if (target.indexOf('\0') >= 0) {
            return Fault.of(field, "it holds a NUL character");
        }
        if (!target.startsWith("/")) {
            return Fault.of(field, "it is no absolute path: it begins without /");
        }
        int bytes = target.getBytes(StandardCharsets.UTF_8).length;
        return bytes > TARGET_BYTES
                ? Fault.of(field, bytes + " bytes where " + TARGET_BYTES + " is the most")
                : Optional.empty();
    }

    /** A task without node gives its mounts back, so a container that runs is never without one. */
    private static Optional<Fault> node(Task task) {
        if (!task.getNode().isEmpty()) {
            return Names.segment("node", task.getNode());
        }
        return runs(task)
                ? Fault.of("node", "it is empty, and a container that starts or runs is on a node")
                : Optional.empty();
    }

    /** Whether the record says that a container of the task starts or runs. */
    public static boolean runs(Task task) {
        return switch (task.getObserved()) {
            case TASK_STATE_STARTING, TASK_STATE_RUNNING -> true;
            case TASK_STATE_UNSPECIFIED,
                    TASK_STATE_PENDING,
                    TASK_STATE_COMPLETE,
                    TASK_STATE_FAILED,
                    TASK_STATE_REJECTED,
                    UNRECOGNIZED -> false;
        };
    }
}
