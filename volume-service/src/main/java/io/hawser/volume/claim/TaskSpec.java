package io.hawser.volume.claim;

import io.hawser.message.Sha256;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskMount;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The volumes that a task wants.
 *
 * @param gone the task's record was removed: the container is certainly gone
 */
public record TaskSpec(Task task, boolean gone) {
    private static final String GROUP = "group:";
    private static final int DIGEST_BYTES = 6;

    public TaskName name() {
        return new TaskName(task.getName());
    }

    public NodeName node() {
        return new NodeName(task.getNode());
    }

    /** Whether the container has ended. Until then only mounts that the record no longer names are taken down. */
    public boolean over() {
        return gone
                || switch (task.getObserved()) {
                    case TASK_STATE_COMPLETE, TASK_STATE_FAILED, TASK_STATE_REJECTED -> true;
                    case TASK_STATE_PENDING,
                            TASK_STATE_STARTING,
                            TASK_STATE_RUNNING,
                            TASK_STATE_UNSPECIFIED,
                            UNRECOGNIZED -> false;
                };
    }

    /** Whether the task should get the mounts that it lacks. */
    boolean wants() {
        return !over()
                && !task.getNode().isEmpty()
                && task.getDesired() != TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN;
    }

    /** The mounts that the task should get or keep. */
    public List<TaskMount> wanted() {
        return wants() ? mounts() : List.of();
    }

    /**
     * The node gives each mount a directory of this name. No other mount ever has it, and the order in the list of
     * mounts does not matter. If everything but the topics was lost, the same mount gets the same name and stays
     * mounted.
     */
    public static TargetId targetId(Task task, TaskMount mount) {
        String what = String.join("\0", mount.getTarget(), mount.getSource(), String.valueOf(mount.getReadOnly()))
                + mount.getMountFlagsList().stream().map(flag -> "\0" + flag).collect(Collectors.joining());
        byte[] digest = Sha256.of(what.getBytes(StandardCharsets.UTF_8));
        return new TargetId(task.getName() + "." + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES));
    }

    /** Whether the name may be of a mount of this task; also true for some tasks whose names begin with this one. */
    public static boolean mayBeTargetOf(TaskName task, TargetId target) {
        return target.value().startsWith(task + ".");
    }

    public List<TaskMount> mounts() {
        return task.getMountsList();
    }

    /** Whether a volume matches a mount's source. */
    public static boolean answers(String source, VolumeName volume, String group) {
        return source.startsWith(GROUP)
                ? !group.isEmpty() && source.substring(GROUP.length()).equals(group)
                : source.equals(volume.value());
    }

    /** The source that names a group. */
    public static String source(String group) {
        return GROUP + group;
    }

    /** The group that a source names; empty if it names a volume. */
    public static String groupOf(String source) {
        return source.startsWith(GROUP) ? source.substring(GROUP.length()) : "";
    }
}
