package io.hawser.cli.command;

import io.hawser.v1.CommandResult;

/** Prints a rejection: the reason for people on standard error, the whole answer for machines on standard output. */
final class Rejections {
    private Rejections() {}

    static ExitStatus show(HawserCommand command, Session session, CommandResult rejected) {
        return show(command, session, rejected, "");
    }

    /** @param next what people read besides the reason */
    static ExitStatus show(HawserCommand command, Session session, CommandResult rejected, String next) {
        if (!command.json()) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    command.asTyped(
                                    Answers.sentence(rejected),
                                    rejected.getRejected().getField())
                            + next);
        }
        command.show(session, rejected, "");
        return ExitStatus.REFUSED;
    }
}
