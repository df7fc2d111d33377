package io.hawser.local;

import io.hawser.local.command.LocalCommand;

/** Entry of {@code ./hawser up} and {@code down}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Kafka and Netty write to JBoss' log manager, which starts with all levels enabled and buffers the messages.
        System.setProperty("logging.initial-configurator.min-level", "OFF");
        System.exit(LocalCommand.run(args));
    }
}
