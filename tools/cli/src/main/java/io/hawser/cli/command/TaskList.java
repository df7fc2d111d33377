package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.TaskView;
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
