package io.hawser.cli.command;

import io.hawser.cli.text.Printable;

/** A command that cannot continue. Its message is a sentence for people, with what to do next. */
final class CommandFailedException extends RuntimeException {
    private final ExitStatus status;

    CommandFailedException(ExitStatus status, String message) {
        super(Printable.of(message));
        this.status = status;
    }

    /** The same failure, which names its subject, such as {@code volume data}. */
    CommandFailedException about(String what) {
        String message = String.valueOf(getMessage());
        return message.contains(what) ? this : new CommandFailedException(status, what + ": " + message);
    }

    ExitStatus status() {
        return status;
    }
}
