package io.hawser.bench;

import io.hawser.bench.command.BenchCommand;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Entry of {@code ./hawser bench}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        quiet();
        System.exit(BenchCommand.commandLine().execute(args));
    }

    /** Kafka's client logs its settings at each start; standard output is only for the figures. */
    private static void quiet() {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // Kafka and Netty write to JBoss' log manager, which starts with all levels enabled and buffers the messages.
        System.setProperty("logging.initial-configurator.min-level", "OFF");
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
    }
}
