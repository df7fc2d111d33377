package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Task;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "stop",
        description = "Records that the tasks' containers have ended; Hawser then unmounts their volumes. It stops no"
                + " container: end the container first. A removed service that waits only for them ends, and its"
                + " volumes of policy DELETE are deleted.")
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
        TopicReader reader = session.reader();
        Optional<Task> task = reader.last(HawserTopic.TASKS, name, Task.getDefaultInstance());
        // A record that cannot be read cannot be written again as complete.
        if (task.isEmpty() && forget && reader.exists(HawserTopic.TASKS, name)) {
            writer.tombstone(HawserTopic.TASKS, name);
            show(
                    session,
                    Task.newBuilder().setName(name).build(),
                    "task " + name + " forgotten; its record could not be read");
            return ExitStatus.DONE;
        }
        Task complete = Tasks.complete(task.orElseThrow(() -> unknown("task", name)));
        writer.write(HawserTopic.TASKS, name, complete);
        if (forget) {
            writer.tombstone(HawserTopic.TASKS, name);
        }
        show(session, complete, "task " + name + " ended" + (forget ? " and forgotten" : ""));
        return ExitStatus.DONE;
    }
}
