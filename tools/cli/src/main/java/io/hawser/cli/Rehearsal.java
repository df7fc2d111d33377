package io.hawser.cli;

import com.sun.net.httpserver.HttpServer;
import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.command.HawserCli;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicTail;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.Event;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Mounted;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumeSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The build starts this to write the command line's AOT cache (JEP 483, 514). It does what commands do, with a broker
 * and services that have one thing of each kind. A command loads every other class from its jar each time.
 */
public final class Rehearsal {
    private static final List<String> LINES = List.of(
            "status",
            "volume list",
            "volume list -o json",
            "volume status v",
            "task list",
            "task status t",
            "node list",
            "node status n",
            "plugin list",
            "plugin status p",
            "service list",
            "service status s",
            "network list",
            "events",
            "events -o json",
            "command c",
            "volume --help",
            "volume lst");

    private Rehearsal() {}

    /** @param args the broker's address */
    public static void main(String[] args) throws Exception {
        String broker = args[0];
        Main.quiet();
        topics(broker);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        Map<String, String> environment = Map.of(
                "HAWSER_HOME",
                "/nonexistent",
                "HAWSER_BOOTSTRAP",
                broker,
                "HAWSER_VOLUME_SERVICE_URL",
                base,
                "HAWSER_PLUGIN_REGISTRY_URL",
                base,
                "HAWSER_DEALLOCATOR_SERVICE_URL",
                base);
        LINES.forEach(line -> {
            String[] words = line.split(" ", -1);
            HawserCli.commandLine(environment, words).execute(words);
        });
        HawserCli.commandLine(environment).execute("--help");
        server.stop(0);
    }

    /** The list that this path names, or one thing. */
    private static String answer(String path) {
        String[] steps = path.split("/", -1);
        if (path.startsWith("/q/")) {
            return "{\"status\":\"UP\",\"checks\":"
                    + "[{\"name\":\"Kafka\",\"status\":\"UP\",\"data\":{\"waitsFor\":\"b\"}}]}";
        }
        String one = one(steps.length > 4 ? steps[4] : steps[2]);
        boolean list = steps.length != 4 && !path.endsWith("/status");
        return list ? "{\"items\":[" + one + "]}" : one;
    }

    private static String one(String kind) {
        return switch (kind) {
            case "volumes" ->
                ProtoJson.print(Volume.newBuilder()
                        .setName("v")
                        .setSpec(VolumeSpec.newBuilder()
                                .setPlugin("p")
                                .putLabels("l", "l")
                                .setMount(MountAccess.getDefaultInstance())
                                .setCapacity(CapacityRange.newBuilder().setRequiredBytes(1)))
                        .addConditions(VolumeCondition.newBuilder().setType("Waits"))
                        .addNodes(VolumeOnNode.newBuilder().setNode("n"))
                        .build());
            case "tasks" ->
                ProtoJson.print(TaskVolumes.newBuilder()
                        .setTask("t")
                        .addMounts(TaskVolume.newBuilder().setVolume("v").setMounted(Mounted.getDefaultInstance()))
                        .build());
            case "plugins" ->
                ProtoJson.print(Plugin.newBuilder()
                        .setName("p")
                        .setControllersExpected(1)
                        .build());
            case "nodes" ->
                "{\"node\":{\"name\":\"n\"},\"heard\":\"2000-01-01T00:00:00Z\",\"conditions\":[{\"type\":\"Silent\"}],"
                        + "\"plugins\":[{\"plugin\":\"p\"}]}";
            default -> "{\"name\":\"s\",\"service\":{\"name\":\"s\"},\"deletion\":{}}";
        };
    }

    private static void topics(String broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker))) {
            admin.createTopics(Stream.of(HawserTopic.TASKS, HawserTopic.EVENTS)
                            .map(topic -> new NewTopic(TopicNames.DEFAULT.of(topic), 1, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
        var reader = new TopicReader(broker, TopicNames.DEFAULT);
        try (TopicTail tail = reader.tail(HawserTopic.TASKS);
                var writer = new TopicWriter(broker, TopicNames.DEFAULT, "rehearsal", Clock.systemUTC())) {
            writer.write(HawserTopic.TASKS, "t", Task.newBuilder().setName("t").build());
            writer.write(
                    HawserTopic.EVENTS,
                    "volume/v",
                    Event.newBuilder().setEntity("volume/v").setReason("Made").build());
            // As an installation with answers in JSON writes an event.
            writer.send(new RecordEncoder(TopicNames.DEFAULT, "rehearsal", AnswerForm.JSON)
                    .encode(
                            HawserTopic.EVENTS,
                            "volume/v",
                            "id",
                            Event.newBuilder().setEntity("volume/v").build(),
                            Instant.EPOCH));
            tail.each(Task.getDefaultInstance(), task -> {});
        }
    }
}
