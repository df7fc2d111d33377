package io.hawser.cli.command;

import io.hawser.cli.text.Mounts;
import io.hawser.cli.text.Table;
import io.hawser.v1.TaskVolumes;
import picocli.CommandLine.Command;

@Command(
        name = "task",
        description = "Plays an orchestrator's part: says that tasks start and end.",
        subcommands = {TaskStart.class, TaskStop.class, TaskCommands.ListTasks.class})
final class TaskCommands {

    @Command(name = "list", description = "Shows what became of each task's mounts.")
    static final class ListTasks extends HawserCommand {
        @Override
        ExitStatus run(Session session) {
            show(
                    session,
                    session.volumes().tasks(),
                    new Table("TASK", "NODE", "SOURCE", "TARGET", "VOLUME", "STATE", "DETAIL"),
                    ListTasks::rows,
                    "no task has mounts; `./hawser task start NAME --node N --mount V:/data`");
            return ExitStatus.DONE;
        }

        private static void rows(Table table, TaskVolumes task) {
            task.getMountsList()
                    .forEach(mount -> table.row(
                            task.getTask(),
                            task.getNode(),
                            mount.getSource(),
                            mount.getTarget() + (mount.getReadOnly() ? ":ro" : ""),
                            mount.getVolume(),
                            Mounts.state(mount),
                            Mounts.detail(mount)));
        }
    }
}
