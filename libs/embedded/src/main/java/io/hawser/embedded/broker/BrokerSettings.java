package io.hawser.embedded.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

/**
 * The settings of the one broker: broker and controller in one process, loopback only, everything as small as one
 * broker allows.
 */
public final class BrokerSettings {
    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private BrokerSettings() {}

    static Properties of(Path logFolder, int port, int controllerPort) {
        var settings = new Properties();
        settings.putAll(ofOneBroker());
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", Integer.toString(NODE_ID));
        settings.setProperty("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        settings.setProperty(
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.setProperty("controller.listener.names", CONTROLLER_LISTENER);
        settings.setProperty("inter.broker.listener.name", "PLAINTEXT");
        settings.setProperty("log.dirs", logFolder.toString());
        return settings;
    }

    /** Those that say nothing of where it listens and stores. */
    public static Map<String, String> ofOneBroker() {
        Map<String, String> settings = new HashMap<>();
        settings.put("auto.create.topics.enable", "false");

        // One broker cannot store three copies.
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("default.replication.factor", "1");
        settings.put("min.insync.replicas", "1");

        // The default of fifty partitions each costs every start some seconds.
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        // Allocated on the heap at start; the default is 128 MiB.
        settings.put("log.cleaner.dedupe.buffer.size", "8388608");

        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        // A producer that died in a transaction delays read-committed consumers no longer than this.
        settings.put("transaction.max.timeout.ms", "120000");
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        // A broker that was killed and started again can register only when its old session is over.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        // By default the controller writes a record each half second, for other brokers to see how far they are behind.
        settings.put("metadata.max.idle.interval.ms", "0");
        return settings;
    }

    /**
     * Adds a listener that asks for a login (SASL PLAIN, without TLS), and an authorizer, as on a shared broker. A user
     * with a login may do only what ACLs allow. Clients of the other listeners may do everything.
     */
    static void addLogins(Properties settings, int port, Map<String, String> passwords) {
        append(settings, "listeners", ",LOGIN://127.0.0.1:" + port);
        append(settings, "advertised.listeners", ",LOGIN://127.0.0.1:" + port);
        append(settings, "listener.security.protocol.map", ",LOGIN:SASL_PLAINTEXT");
        settings.setProperty("sasl.enabled.mechanisms", "PLAIN");
        settings.setProperty(
                "listener.name.login.plain.sasl.jaas.config",
                passwords.entrySet().stream()
                        .map(each -> " user_" + each.getKey() + "=\"" + each.getValue() + "\"")
                        .collect(Collectors.joining(
                                "", "org.apache.kafka.common.security.plain.PlainLoginModule required", ";")));
        settings.setProperty("authorizer.class.name", StandardAuthorizer.class.getName());
        settings.setProperty("super.users", KafkaPrincipal.ANONYMOUS.toString());
    }

    private static void append(Properties settings, String key, String more) {
        settings.setProperty(key, settings.getProperty(key) + more);
    }
}
