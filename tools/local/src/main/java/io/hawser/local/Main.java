package io.hawser.local;

import io.hawser.local.command.LocalCommand;

/** Entry of {@code ./hawser up} and {@code down}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(LocalCommand.run(args));
    }
}
