package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.TaskView;
import io.hawser.cli.text.Table;
import io.hawser.cli.text.TaskText;
import io.hawser.v1.Task;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        aliases = {"ls", "get"},
        description = "Shows tasks, and what became of each of their mounts.")
final class TaskList extends ListCommand<TaskView> {
    TaskList() {
        super("task");
    }

    @Override
    Stream<TaskView> all(Session session) {
        var volumes = Concurrently.ask(() -> session.volumes().tasks().toList());
        var records = session.reader().all(HawserTopic.TASKS, Task.getDefaultInstance());
        return TaskView.all(records, volumes.get().stream()).stream();
    }

    @Override
    String name(TaskView task) {
        return task.name();
    }

    @Override
    String json(TaskView task) {
        return TaskText.json(task);
    }

    @Override
    Table table() {
        return TaskText.table();
    }

    @Override
    void row(Table table, TaskView task) {
        TaskText.rows(table, task);
    }

    @Override
    String none() {
        return "no tasks; `./hawser task start NAME --node NODE --mount VOLUME:/data` starts one";
    }
}
