package io.hawser.conformance;

import io.hawser.conformance.command.ConformanceCommand;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Entry of {@code ./hawser conformance}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        quiet();
        System.exit(ConformanceCommand.commandLine().execute(args));
    }

    /** Kafka's client logs its settings at each start, and a message for each broker restart. */
    private static void quiet() {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // Kafka and Netty write to JBoss' log manager, which starts with all levels enabled and buffers the messages.
        System.setProperty("logging.initial-configurator.min-level", "OFF");
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
    }
}
