package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.CommandResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code command}: the answer to a command, whoever wrote it. */
@Command(name = "command", description = "Shows what became of a command; its id is the CloudEvents id.")
final class ResultCommand extends HawserCommand {
    @Parameters(paramLabel = "ID")
    private String id;

    @Override
    ExitStatus run(Session session) {
        CommandResult result = session.volumes()
                .commandResult(id)
                // The others answer on the topic only.
                .or(() -> session.reader().last(HawserTopic.COMMAND_RESULTS, id, CommandResult.getDefaultInstance()))
                .orElseThrow(() -> new CommandFailedException(
                        ExitStatus.REFUSED,
                        "no command " + id + " is known: it was not read yet, or is older than 7 days"));
        show(session, result, result.getCommandType() + " " + result.getEntity() + ": " + Answers.sentence(result));
        return result.hasRejected() ? ExitStatus.REFUSED : ExitStatus.DONE;
    }
}
