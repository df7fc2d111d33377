package io.hawser.cli.command;

/** The exit status of a command. */
enum ExitStatus {
    DONE(0),
    /** The command was rejected, or the thing does not exist. */
    REFUSED(1),
    /** What the user wrote is wrong: the command line, or an address. */
    WRONG(2),
    /** The request stays valid, but was not carried out in the time that the command waited. */
    UNFINISHED(3),
    /** Kafka or a service gave no answer. */
    UNREACHABLE(4),
    /** It is done, and what it printed was not taken: the disk is full, or the pipe's reader has ended. */
    UNSHOWN(5),
    /** A fault of the program, whose stack trace was printed. */
    FAULT(70);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
