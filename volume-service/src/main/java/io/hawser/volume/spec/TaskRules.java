package io.hawser.volume.spec;

import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Checks a task's record. */
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
        Optional<String> name = Names.segment(task.getName());
        if (name.isPresent()) {
            return Optional.of(new Fault("name", name.get()));
        }
        if (!task.getService().isEmpty()) {
            Optional<String> service = Names.service(task.getService());
            if (service.isPresent()) {
                return Optional.of(new Fault("service", service.get()));
            }
        }
        Optional<Fault> node = node(task);
        if (node.isPresent()) {
            return node;
        }
        if (task.getMountsCount() > MOUNTS) {
            return Optional.of(new Fault("mounts", task.getMountsCount() + " mounts where " + MOUNTS + " is the most"));
        }
        Set<String> targets = new HashSet<>();
        for (int i = 0; i < task.getMountsCount(); i++) {
            TaskMount mount = task.getMounts(i);
            Optional<String> source = mount.getSource().startsWith(GROUP)
                    ? Names.segment(mount.getSource().substring(GROUP.length()))
                    : Names.volume(mount.getSource());
            if (source.isPresent()) {
                return Optional.of(new Fault("mounts[" + i + "].source", source.get()));
            }
            if (mount.getTarget().isEmpty() || !targets.add(mount.getTarget())) {
                return Optional.of(new Fault("mounts[" + i + "].target", "it is empty, or is given twice"));
            }
            if (mount.getTarget().indexOf('\0') >= 0) {
                return Optional.of(new Fault("mounts[" + i + "].target", "it holds a NUL character"));
            }
            if (!mount.getTarget().startsWith("/")) {
                return Optional.of(
                        new Fault("mounts[" + i + "].target", "it is no absolute path: it begins without /"));
            }
            int bytes = mount.getTarget().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > TARGET_BYTES) {
                return Optional.of(
                        new Fault("mounts[" + i + "].target", bytes + " bytes where " + TARGET_BYTES + " is the most"));
            }
            Optional<Fault> flags = MountRules.flags("mounts[" + i + "].mount_flags", mount.getMountFlagsList());
            if (flags.isPresent()) {
                return flags;
            }
        }
        return Optional.empty();
    }

    /** A task without node gives its mounts back, so a container that runs is never without one. */
    private static Optional<Fault> node(Task task) {
        if (!task.getNode().isEmpty()) {
            return Names.segment(task.getNode()).map(message -> new Fault("node", message));
        }
        return switch (task.getObserved()) {
            case TASK_STATE_STARTING, TASK_STATE_RUNNING ->
                Optional.of(new Fault("node", "it is empty, and a container that starts or runs is on a node"));
            case TASK_STATE_UNSPECIFIED,
                    TASK_STATE_PENDING,
                    TASK_STATE_COMPLETE,
                    TASK_STATE_FAILED,
                    TASK_STATE_REJECTED,
                    UNRECOGNIZED -> Optional.empty();
        };
    }
}
