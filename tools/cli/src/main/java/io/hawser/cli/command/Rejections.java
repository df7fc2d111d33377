package io.hawser.cli.command;

import io.hawser.v1.CommandResult;

/** How a rejected command ends: the reason for people on standard error, the whole answer for machines on standard output. */
final class Rejections {
    private Rejections() {}

    static ExitStatus show(HawserCommand command, Session session, CommandResult rejected) {
        if (command.json()) {
            command.show(session, rejected, "");
        } else {
            session.progress().println("hawser: " + Answers.sentence(rejected));
            session.progress().flush();
        }
        return ExitStatus.REFUSED;
    }
}
