package io.hawser.cli.command;

import io.hawser.cli.text.Mounts;
import io.hawser.cli.text.Table;
import io.hawser.v1.TaskVolumes;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code task}. */
@Command(
        name = "task",
        description = "Plays an orchestrator's part: says that tasks start and end.",
        subcommands = {TaskStart.class, TaskStop.class, TaskCommands.ListTasks.class})
final class TaskCommands {

    /** {@code task list}. */
    @Command(name = "list", description = "Shows what became of each task's mounts.")
    static final class ListTasks extends HawserCommand {
        @Override
        ExitStatus run(Session session) {
            List<TaskVolumes> tasks = session.volumes().tasks();
            show(
                    session,
                    tasks,
                    table(tasks),
                    "no task has mounts; `./hawser task start NAME --node N --mount V:/data`");
            return ExitStatus.DONE;
        }

        private static Table table(List<TaskVolumes> tasks) {
            Table table = new Table("TASK", "NODE", "SOURCE", "TARGET", "VOLUME", "STATE", "DETAIL");
            tasks.forEach(task -> task.getMountsList()
                    .forEach(mount -> table.row(
                            task.getTask(),
                            task.getNode(),
                            mount.getSource(),
                            mount.getTarget() + (mount.getReadOnly() ? ":ro" : ""),
                            mount.getVolume(),
                            Mounts.state(mount),
                            Mounts.detail(mount))));
            return table;
        }
    }
}
