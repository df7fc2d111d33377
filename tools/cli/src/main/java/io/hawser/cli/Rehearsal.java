package io.hawser.cli;

import com.sun.net.httpserver.HttpServer;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.command.HawserCli;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicTail;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Task;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import picocli.CommandLine;

/**
 * What the build starts to write the command line's AOT cache (JEP 483, 514): does what commands do, with a broker that
 * has nothing and services that have nothing.
 */
public final class Rehearsal {
    private Rehearsal() {}

    /** @param args the broker's address */
    public static void main(String[] args) throws Exception {
        String broker = args[0];
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        Main.quiet();
        CommandLine commands = HawserCli.commandLine(Map.of(
                "HAWSER_HOME",
                "/nonexistent",
                "HAWSER_BOOTSTRAP",
                broker,
                "HAWSER_VOLUME_SERVICE_URL",
                base,
                "HAWSER_PLUGIN_REGISTRY_URL",
                base,
                "HAWSER_DEALLOCATOR_SERVICE_URL",
                base));
        List.of("volume list", "volume list -o json", "volume status v", "plugin list", "node list", "service list")
                .forEach(line -> commands.execute(line.split(" ")));
        commands.execute("volume", "--help");
        topics(broker);
        server.stop(0);
    }

    private static void topics(String broker) throws Exception {
        HawserTopic topic = HawserTopic.TASKS;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker))) {
            admin.createTopics(List.of(new NewTopic(TopicNames.DEFAULT.of(topic), 1, (short) 1)))
                    .all()
                    .get();
        }
        var reader = new TopicReader(broker, TopicNames.DEFAULT);
        try (TopicTail tail = reader.tail(topic);
                var writer = new TopicWriter(broker, TopicNames.DEFAULT, "rehearsal", Clock.systemUTC())) {
            writer.write(topic, "t", Task.newBuilder().setName("t").build());
            tail.next("t", Task.getDefaultInstance());
        }
        reader.all(topic, Task.getDefaultInstance());
    }
}
