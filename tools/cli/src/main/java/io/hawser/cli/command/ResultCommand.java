package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.CommandAnswer;
import io.hawser.cli.text.Printable;
import io.hawser.cli.text.Since;
import io.hawser.cli.topic.UnansweredRecords;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeferredCommand;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code command}: the answer to a command, no matter who sent the command. */
@Command(
        name = "command",
        description = {
            "Shows what became of a command; its id is the CloudEvents id.",
            "The exit code is 3 while it is neither accepted nor rejected."
        })
final class ResultCommand extends HawserCommand {
    private static final int MOST_RECORDS = 5;

    @Parameters(paramLabel = "ID")
    private String id;

    @Override
    ExitStatus run(Session session) {
        CommandAnswer answer = session.volumes()
                .command(id)
                // volume-service does not show the answers of other services; they are on the topic.
                .or(() -> session.reader()
                        .last(HawserTopic.COMMAND_RESULTS, id, CommandResult.getDefaultInstance())
                        .map(CommandAnswer.Answered::new))
                .orElseThrow(() -> noAnswer(session));
        return switch (answer) {
            case CommandAnswer.Answered(CommandResult result) -> {
                String warnings = result.getWarningsList().stream()
                        .map(warning -> "\nwarning: " + Printable.of(warning))
                        .collect(Collectors.joining());
                show(
                        session,
                        result,
                        about(result.getCommandType(), result.getEntity()) + Answers.sentence(result) + warnings);
                yield result.hasRejected() ? ExitStatus.REFUSED : ExitStatus.DONE;
            }
            case CommandAnswer.Deferred(DeferredCommand command) -> {
                String since = command.hasSince() ? ", " + Since.of(command.getSince()) : "";
                String sentence = "not decided yet" + since + ": " + command.getMessage();
                show(session, command, about(command.getCommandType(), command.getEntity()) + sentence);
                yield ExitStatus.UNFINISHED;
            }
        };
    }

    private CommandFailedException noAnswer(Session session) {
        UnansweredRecords.Found found = session.unanswered().of(id, MOST_RECORDS);
        return new CommandFailedException(
                found.waits() ? ExitStatus.UNFINISHED : ExitStatus.REFUSED,
                found.sentences().isEmpty()
                        ? "no command " + id + " is known: it was never written, or more than 9 days ago"
                        : "no answer has the id " + id + "; " + String.join("; ", found.sentences()));
    }

    private static String about(String type, String entity) {
        return type + " " + entity + ": ";
    }
}
