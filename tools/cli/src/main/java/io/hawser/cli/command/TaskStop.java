package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Task;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "stop", description = "Says that tasks have ended; their mounts go once no other task needs them.")
final class TaskStop extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Option(names = "--forget", description = "Deletes the task's record, too.")
    private boolean forget;

    @Override
    ExitStatus run(Session session) {
        try (TopicWriter writer = session.writer()) {
            return each(session, names, name -> "task " + name, name -> stop(session, writer, name));
        }
    }

    private ExitStatus stop(Session session, TopicWriter writer, String name) {
        Task task = session.reader()
                .last(HawserTopic.TASKS, name, Task.getDefaultInstance())
                .orElseThrow(() -> unknown("task", name));
        Task complete = Tasks.complete(task);
        writer.write(HawserTopic.TASKS, name, complete);
        if (forget) {
            writer.tombstone(HawserTopic.TASKS, name);
        }
        show(session, complete, "task " + name + " ended" + (forget ? " and forgotten" : ""));
        return ExitStatus.DONE;
    }
}
