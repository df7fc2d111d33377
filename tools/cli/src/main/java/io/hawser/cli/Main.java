package io.hawser.cli;

import io.hawser.cli.command.HawserCli;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * Entry of {@code ./hawser volume}, {@code node}, {@code plugin}, {@code task}, {@code service}, {@code network},
 * {@code command}.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        quiet();
        // A PrintStream, as System.out is, keeps to itself that nothing can be written any more.
        PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(HawserCli.commandLine(System.getenv(), args).setOut(out).execute(args));
    }

    /**
     * Kafka's client logs its settings at each start, and a message for each restart of the broker; the user of a
     * command wants only its answer.
     */
    public static void quiet() {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // Kafka and Netty write to JBoss' log manager, which starts with all levels enabled and buffers the messages.
        System.setProperty("logging.initial-configurator.min-level", "OFF");
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
    }
}
