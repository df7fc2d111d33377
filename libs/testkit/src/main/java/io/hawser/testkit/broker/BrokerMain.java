package io.hawser.testkit.broker;

import io.hawser.testkit.process.LoopbackPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * Runs one Kafka broker on a data folder, formatted first where that is needed. Always a process of its own: a fatal fault of the
 * broker halts its JVM.
 */
public final class BrokerMain {
    private BrokerMain() {}

    /** @param args data folder; port and controller port, or any two that are free; and, for a listener with a login, its port, user and password */
    public static void main(String[] args) throws Exception {
        if (args.length != 1 && args.length != 3 && args.length != 6) {
            throw new IllegalArgumentException("expected: FOLDER [PORT CONTROLLER_PORT [LOGIN_PORT USER PASSWORD]]");
        }
        log();
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path logFolder = folder.resolve("log");
        if (!Files.exists(logFolder)) {
            format(folder.resolve("log.unfinished"));
            // Half a format, of a start that was killed, is never taken for a whole one.
            Files.move(folder.resolve("log.unfinished"), logFolder);
        }
        int port = args.length > 1 ? Integer.parseInt(args[1]) : LoopbackPort.free();
        int controllerPort = args.length > 2 ? Integer.parseInt(args[2]) : LoopbackPort.free();
        Properties settings = BrokerSettings.of(logFolder, port, controllerPort);
        if (args.length == 6) {
            BrokerSettings.addLogin(settings, Integer.parseInt(args[3]), args[4], args[5]);
        }
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "shutdown"));
        server.startup();
        System.out.println("the broker is ready");
        server.awaitShutdown();
    }

    /** Warnings only: at INFO each start prints some thousand lines of settings, and below that each request is written as JSON, though nobody reads it. */
    private static void log() {
        Logger root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        root.addHandler(new ConsoleHandler());
    }

    private static void format(Path logFolder) throws Exception {
        Utils.delete(logFolder.toFile());
        Files.createDirectories(logFolder);
        new Formatter()
                .setNodeId(BrokerSettings.NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .addDirectory(logFolder.toString())
                .setMetadataLogDirectory(logFolder.toString())
                .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                .run();
    }
}
