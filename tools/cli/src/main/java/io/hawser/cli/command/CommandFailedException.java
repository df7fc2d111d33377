package io.hawser.cli.command;

/** A command that cannot go on; its message is a sentence for a person, with what to do next. */
final class CommandFailedException extends RuntimeException {
    private final ExitStatus status;

    CommandFailedException(ExitStatus status, String message) {
        super(message);
        this.status = status;
    }

    ExitStatus status() {
        return status;
    }
}
