package io.hawser.cli.command;

/** How a command ends; 2 is a wrong command line. */
enum ExitStatus {
    DONE(0),
    /** Rejected, or there is no such thing. */
    REFUSED(1),
    /** What was asked for stands, but was not carried out in the time that the command waited. */
    UNFINISHED(3),
    /** Kafka or a service gave no answer. */
    UNREACHABLE(4);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
