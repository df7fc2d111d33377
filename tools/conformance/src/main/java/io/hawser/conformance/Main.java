package io.hawser.conformance;

import io.hawser.conformance.command.ConformanceCommand;

/** Entry of {@code ./hawser conformance}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        io.hawser.cli.Main.quiet();
        System.exit(ConformanceCommand.commandLine().execute(args));
    }
}
