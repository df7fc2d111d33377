package io.hawser.cli;

import com.sun.net.httpserver.HttpServer;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.command.HawserCli;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine;

/**
 * What the build starts to write the command line's AOT cache (JEP 483, 514): loads what commands load, without a
 * broker and with services that have nothing.
 */
public final class Rehearsal {
    private static final String NOBODY = "127.0.0.1:9";

    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
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
                NOBODY,
                "HAWSER_VOLUME_SERVICE_URL",
                base,
                "HAWSER_PLUGIN_REGISTRY_URL",
                base,
                "HAWSER_DEALLOCATOR_SERVICE_URL",
                base));
        List.of("volume list", "volume list -o json", "volume status v", "plugin list", "node list", "service list")
                .forEach(line -> commands.execute(line.split(" ")));
        commands.execute("volume", "--help");
        topics();
        server.stop(0);
    }

    /** Kafka's clients connect in the background, and nobody answers. */
    private static void topics() {
        try (var writer = new TopicWriter(NOBODY, TopicNames.DEFAULT, "rehearsal", Clock.systemUTC());
                var consumer = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", NOBODY),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            var record = writer.record(HawserTopic.TASKS, "t", "id", Task.getDefaultInstance());
            new RecordDecoder(MessageTypes.of(Task.getDefaultInstance()))
                    .decode(new ConsumerRecord<>(
                            "t", 0, 0, new byte[0], record.toString().getBytes(StandardCharsets.UTF_8)));
            consumer.subscription();
        }
    }
}
