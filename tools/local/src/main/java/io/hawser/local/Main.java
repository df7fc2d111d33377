package io.hawser.local;

import io.hawser.local.command.LocalCommand;

/** Entry of {@code ./hawser up} and {@code down}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Kafka and Netty write to JBoss' log manager, which begins with all levels, and keeps what nobody asks it for.
        System.setProperty("logging.initial-configurator.min-level", "OFF");
        System.exit(LocalCommand.run(args));
    }
}
