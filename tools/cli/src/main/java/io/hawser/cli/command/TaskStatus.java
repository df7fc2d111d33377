package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.TaskView;
import io.hawser.cli.text.TaskText;
import io.hawser.v1.Task;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about tasks.")
final class TaskStatus extends StatusOfNamed<TaskView> {
    TaskStatus() {
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
