package io.hawser.bench;

import io.hawser.bench.command.BenchCommand;
import io.hawser.local.command.Launched;

/** Entry of the launcher before it builds for {@code ./hawser bench}. */
public final class Check {
    private Check() {}

    public static void main(String[] args) {
        System.exit(Launched.check(BenchCommand.commandLine(), args));
    }
}
