package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.TaskView;
import io.hawser.cli.text.TaskText;
import io.hawser.v1.Task;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
        name = "task",
        description = "Shows tasks, and plays an orchestrator's part: says that tasks start and end.",
        subcommands = {TaskStart.class, TaskStop.class, TaskCommands.ListAll.class, TaskCommands.Status.class})
final class TaskCommands {
    @Command(
            name = "list",
            aliases = {"ls", "get"},
            description = "Shows tasks, and what became of each of their mounts.")
    static final class ListAll extends ListCommand<TaskView> {
        ListAll() {
            super("task", TaskView::name, TaskText::json, TaskText::table, TaskText::rows);
        }

        @Override
        Stream<TaskView> all(Session session) {
            var volumes = Concurrently.ask(() -> session.volumes().tasks().toList());
            var records = session.reader().all(HawserTopic.TASKS, Task.getDefaultInstance());
            return TaskView.all(records, volumes.get().stream()).stream();
        }

        @Override
        String none() {
            return "no tasks; `./hawser task start NAME --node NODE --mount VOLUME:/data` starts one";
        }
    }

    @Command(
            name = "status",
            aliases = {"describe", "inspect"},
            description = "Shows everything about tasks.")
    static final class Status extends StatusOfNamed<TaskView> {
        Status() {
            super("task", (_, found) -> TaskText.status(found), TaskText::json);
        }

        @Override
        Optional<TaskView> find(Session session, String name) {
            TaskView task = new TaskView(
                    name,
                    session.reader().last(HawserTopic.TASKS, name, Task.getDefaultInstance()),
                    session.volumes().task(name));
            if (task.isUnreadOrRejected()) {
                return Optional.of(new TaskView(
                        name,
                        task.record(),
                        task.volumes(),
                        session.reader().lastId(HawserTopic.TASKS, name, Task.getDefaultInstance())));
            }
            return task.record().isEmpty() && task.volumes().isEmpty() ? Optional.empty() : Optional.of(task);
        }
    }
}
