package io.hawser.volume.spec;

import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Whether a task's record makes sense. */
public final class TaskRules {
    private static final String GROUP = "group:";

    private TaskRules() {}

    /** @return the first fault; empty = none */
    public static Optional<Fault> check(Task task) {
        Optional<String> name = Names.segment(task.getName());
        if (name.isPresent()) {
            return Optional.of(new Fault("name", name.get()));
        }
        if (!task.getNode().isEmpty()) {
            Optional<String> node = Names.segment(task.getNode());
            if (node.isPresent()) {
                return Optional.of(new Fault("node", node.get()));
            }
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
                return Optional.of(new Fault("mounts[" + i + "].target", "it is empty, or stands twice"));
            }
        }
        return Optional.empty();
    }
}
