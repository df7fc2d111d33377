package io.hawser.cli.text;

import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.task.TaskView;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskVolumes;

public final class TaskText {
    private TaskText() {}

    /** A table with one line for each mount, or for a task without any. */
    public static Table table() {
        return new Table("TASK", "STATE", "NODE", "SOURCE", "TARGET", "VOLUME", "MOUNT", "DETAIL");
    }

    public static void rows(Table table, TaskView task) {
        TaskVolumes volumes = task.volumes().orElse(TaskVolumes.getDefaultInstance());
        if (volumes.getMountsCount() == 0) {
            table.row(task.name(), state(task), task.node(), "", "", "", "", mountless(task));
        }
        volumes.getMountsList()
                .forEach(mount -> table.row(
                        task.name(),
                        state(task),
                        task.node(),
                        mount.getSource(),
                        mount.getTarget() + (mount.getReadOnly() ? ":ro" : ""),
                        mount.getVolume(),
                        Mounts.state(mount),
                        Mounts.detail(mount)));
    }

    public static String status(TaskView task) {
        Table table = new Table("TASK", task.name());
        table.row("state", state(task));
        table.row("service", task.record().map(Task::getService).orElse(""));
        table.row("node", task.node());
        task.volumes()
                .orElse(TaskVolumes.getDefaultInstance())
                .getMountsList()
                .forEach(mount -> table.row(
                        mount.getTarget() + (mount.getReadOnly() ? ":ro" : ""),
                        mount.getSource() + " is " + Mounts.state(mount) + ": " + Mounts.detail(mount)));
        if (task.isUnreadOrRejected()) {
            table.row("mounts", unread(task));
        }
        return table.text();
    }

    /** The answer of volume-service, with the orchestrator's record in {@code record}. */
    public static String json(TaskView task) {
        String volumes = ProtoJson.print(task.volumes().orElseGet(() -> TaskVolumes.newBuilder()
                .setTask(task.name())
                .setNode(task.node())
                .build()));
        return task.record()
                .map(record -> volumes.substring(0, volumes.lastIndexOf('}')).stripTrailing() + ",\n  \"record\": "
                        + ProtoJson.print(record).replace("\n", "\n  ") + "\n}")
                .orElse(volumes);
    }

    private static String mountless(TaskView task) {
        return task.isUnreadOrRejected()
                ? unread(task)
                : task.record().filter(record -> record.getMountsCount() > 0).isEmpty()
                        ? "no mounts"
                        : "its mounts are gone";
    }

    /** A rejection is found by the id of the record, which only the status of one task looks for. */
    private static String unread(TaskView task) {
        return "its record is not read yet, or was rejected (`./hawser "
                + task.eventId().map(id -> "command " + id).orElse("task status " + task.name()) + "`)";
    }

    /** The container's state; {@code deleted} if the orchestrator has deleted the record. */
    private static String state(TaskView task) {
        return task.record()
                .map(record -> {
                    String word = Words.of(record.getObserved());
                    boolean ending = record.getDesired() == TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN;
                    return (word.equals("unspecified") ? "pending" : word)
                            + (ending && !task.ended() ? " (to be stopped)" : "");
                })
                .orElse("deleted");
    }
}
