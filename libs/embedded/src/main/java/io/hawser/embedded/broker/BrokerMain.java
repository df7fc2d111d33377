package io.hawser.embedded.broker;

import io.hawser.embedded.process.LoopbackPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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
 * Runs one Kafka broker on a data folder, and formats the folder first if needed. Always runs in a process of its own:
 * a fatal fault of the broker halts its JVM.
 */
public final class BrokerMain {
    /** A field keeps the logger; otherwise it would be collected, with its level. */
    private static final Logger REFUSALS = Logger.getLogger("kafka.authorizer.logger");

    private BrokerMain() {}

    /**
     * @param args data folder; then port and controller port (default: two free ones); then, for a listener with a
     *     login, its port and pairs of user and password
     */
    public static void main(String[] args) throws Exception {
        if (args.length != 1 && args.length != 3 && (args.length < 6 || args.length % 2 != 0)) {
            throw new IllegalArgumentException(
                    "expected: FOLDER [PORT CONTROLLER_PORT [LOGIN_PORT (USER PASSWORD)...]]");
        }
        log();
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path logFolder = folder.resolve("log");
        if (!Files.exists(logFolder)) {
            format(folder.resolve("log.unfinished"));
            // A start that was killed leaves a half-formatted folder, which must not be taken for a complete one.
            Files.move(folder.resolve("log.unfinished"), logFolder);
        }
        int port = args.length > 1 ? Integer.parseInt(args[1]) : LoopbackPort.free();
        int controllerPort = args.length > 2 ? Integer.parseInt(args[2]) : LoopbackPort.free();
        Properties settings = BrokerSettings.of(logFolder, port, controllerPort);
        if (args.length > 3) {
            Map<String, String> passwords = new LinkedHashMap<>();
            for (int i = 4; i < args.length; i += 2) {
                passwords.put(args[i], args[i + 1]);
            }
            BrokerSettings.addLogins(settings, Integer.parseInt(args[3]), passwords);
        }
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "shutdown"));
        server.startup();
        System.out.println("the broker is ready on 127.0.0.1:" + port);
        server.awaitShutdown();
    }

    /**
     * Logs warnings and the authorizer's refusals. At INFO each start prints some thousand lines of settings; below
     * that, each request is written as JSON, which no log needs.
     */
    private static void log() {
        Logger root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        root.addHandler(new ConsoleHandler());
        // Refusals are logged at INFO; permitted actions are logged below that.
        REFUSALS.setLevel(Level.INFO);
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
