package io.hawser.cli.command;

/** A command that cannot continue. Its message is a sentence for people, with what to do next. */
final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitStatus status;

    CommandFailedException(ExitStatus status, String message) {
        super(message);
        this.status = status;
    }

    ExitStatus status() {
        return status;
    }
}
