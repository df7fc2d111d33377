package io.hawser.local;

import io.hawser.local.command.Launched;
import io.hawser.local.command.LocalCommand;

/** Entry of the launcher before it builds for {@code ./hawser up} or {@code demo}. */
public final class Check {
    private Check() {}

    public static void main(String[] args) {
        System.exit(Launched.check(LocalCommand.commandLine(), args));
    }
}
