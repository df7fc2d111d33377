package io.hawser.conformance;

import io.hawser.conformance.command.ConformanceCommand;
import io.hawser.local.command.Launched;

/** Entry of the launcher before it builds for {@code ./hawser conformance}. */
public final class Check {
    private Check() {}

    public static void main(String[] args) {
        System.exit(Launched.check(ConformanceCommand.commandLine(), args));
    }
}
