package io.hawser.bench;

import io.hawser.bench.command.BenchCommand;

/** Entry of {@code ./hawser bench}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        io.hawser.cli.Main.quiet();
        System.exit(BenchCommand.commandLine().execute(args));
    }
}
