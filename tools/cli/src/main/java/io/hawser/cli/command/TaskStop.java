package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "stop", description = "Says that a task has ended; its mounts go once no other task needs them.")
final class TaskStop extends HawserCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(names = "--forget", description = "Deletes the task's record, too.")
    private boolean forget;

    @Override
    ExitStatus run(Session session) {
        Task task = session.reader()
                .last(HawserTopic.TASKS, name, Task.getDefaultInstance())
                .orElseThrow(() -> new CommandFailedException(
                        ExitStatus.REFUSED,
                        "no task is called " + name + "; `./hawser task list` shows which there are"));
        Task complete = Tasks.complete(task);
        try (TopicWriter writer = session.writer()) {
            writer.write(HawserTopic.TASKS, name, complete);
            if (forget) {
                writer.tombstone(HawserTopic.TASKS, name);
            }
        }
        show(session, complete, "task " + name + " ended" + (forget ? " and forgotten" : ""));
        return ExitStatus.DONE;
    }
}
