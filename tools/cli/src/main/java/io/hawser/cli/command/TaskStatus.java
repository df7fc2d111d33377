package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.TaskView;
import io.hawser.cli.text.TaskText;
import io.hawser.v1.Task;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about tasks.")
final class TaskStatus extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Override
    ExitStatus run(Session session) {
        for (String name : names) {
            TaskView task = new TaskView(
                    name,
                    session.reader().last(HawserTopic.TASKS, name, Task.getDefaultInstance()),
                    session.volumes().task(name));
            if (task.record().isEmpty() && task.volumes().isEmpty()) {
                throw unknown("task", name);
            }
            session.out()
                    .println(
                            json() ? TaskText.json(task) : TaskText.status(task).stripTrailing());
        }
        return ExitStatus.DONE;
    }
}
