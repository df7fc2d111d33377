package io.hawser.plugin;

import static io.hawser.plugin.RegistryTopics.awaitPlugin;
import static io.hawser.plugin.RegistryTopics.command;
import static io.hawser.plugin.RegistryTopics.fingerprint;
import static io.hawser.plugin.RegistryTopics.parse;
import static io.hawser.plugin.RegistryTopics.plugins;
import static io.hawser.plugin.RegistryTopics.register;
import static io.hawser.plugin.RegistryTopics.soon;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.tls.CertificateFiles;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Event;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the registry answers, publishes and shows. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
public class RegistryIT {
    /**
     * Short pauses, for {@link CommandMemoryIT} too: each profile is a start of the service. Commands are kept as long
     * as shipped: a slow machine would forget one before a test repeats it.
     */
    public static final class Quick implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            // As files, which CertificatesIT exchanges: it finds them, and the port, in the configuration.
            Map<String, String> settings = new HashMap<>(CertificateFiles.settings("plugin-registry"));
            settings.put("hawser.relay.addresses", "node-1=127.0.0.1:" + LoopbackPort.free());
            settings.put("hawser.probe.endpoints", "unix:///,tcp://127.0.0.1:*,relay:node-1");
            settings.put("hawser.token", "a-token-for-tests");
            settings.put("hawser.probe.every", "500ms");
            settings.put("hawser.probe.retry-after", "200ms");
            settings.put("hawser.probe.call-deadline", "10s");
            settings.put("hawser.probe.silence-every", "2s");
            settings.put("hawser.ledger.forget-every", "200ms");
            return settings;
        }
    }

    private static Topics topics;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @DisplayName("a repeated command is answered again, "
            + "the same id with other content and an invalid command are rejected with the field")
    void commandsAreAnswered() {
        // Given
        RegisterPluginInstance command = command("answers.example.com", "a", "tcp://127.0.0.1:1");
        topics.say(HawserTopic.PLUGIN_COMMANDS, command.getPlugin(), "answers-1", command);
        topics.say(HawserTopic.PLUGIN_COMMANDS, command.getPlugin(), "answers-1", command);
        // When
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                command.getPlugin(),
                "answers-1",
                command.toBuilder().setInstance("b").build());
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                command.getPlugin(),
                "answers-2",
                command.toBuilder().setEndpoint("/no/scheme").build());
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, "answers-1");
            assertThat(results).hasSize(5);
            assertThat(parse(results.get(2)).hasAccepted()).isTrue();
            assertThat(parse(results.get(3)).getDone().getNote()).isEqualTo("answered before");
            assertThat(parse(results.get(4)).getRejected().getField()).isEqualTo("id");
            assertThat(result("answers-2").getRejected().getField()).isEqualTo("endpoint");
        });
        awaitPlugin(topics, command.getPlugin(), plugin -> assertThat(plugin.getInstancesCount())
                .isEqualTo(1));
    }

    @Test
    @Tag("nomad-43")
    @Tag("nomad-44")
    @Tag("nomad-W10")
    @DisplayName("a reader of the events that stops reading, or leaves, blocks neither registrations nor other readers;"
            + " it gets the rest when it reads on, and no event is there twice")
    void readersThatStop() {
        // Given
        String name = "read.example.com";
        List<String> read = new ArrayList<>();
        register(topics, name, "first", "tcp://127.0.0.1:1");
        try (KafkaConsumer<byte[], byte[]> stops = reader("stops");
                KafkaConsumer<byte[], byte[]> leaves = reader("leaves")) {
            soon().until(() -> stops.poll(Duration.ofSeconds(1)).count() == 1);
            soon().until(() -> leaves.poll(Duration.ofSeconds(1)).count() == 1);
            leaves.close();
            // When
            for (int i = 0; i < 20; i++) {
                register(topics, name, "later-" + i, "tcp://127.0.0.1:1");
            }
            // Then
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesExpected())
                    .isEqualTo(21));
            soon().untilAsserted(() -> assertThat(events(name)).hasSizeGreaterThanOrEqualTo(42));
            // Each instance is registered once, and fails for the first time once.
            assertThat(events(name)).doesNotHaveDuplicates().hasSize(42);
            // One record at a time, and the topic has all tests' events.
            soon().pollInterval(Duration.ofMillis(1)).until(() -> {
                stops.poll(Duration.ofSeconds(1)).forEach(record -> read.add(new String(record.key(), UTF_8)));
                return read.stream().filter(("plugin/" + name)::equals).count() >= 20;
            });
        }
    }

    @Test
    @DisplayName("what did not change is not published again, unless a person asks for it")
    void publishesOnlyChanges() {
        // Given
        String name = "quiet.example.com";
        fingerprint(topics, "n9", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // When
        fingerprint(topics, "n9", name);
        fingerprint(topics, "n9", name);
        fingerprint(topics, "n8", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(2));
        assertThat(plugins(topics, name)).hasSize(2);
        given().post("/v1/republish").then().statusCode(401).body("detail", containsString("HAWSER_TOKEN"));
        given().header("Authorization", "Bearer another-token")
                .post("/v1/republish")
                .then()
                .statusCode(401);
        given().header("Authorization", "Bearer a-token-for-tests")
                .post("/v1/republish")
                .then()
                .statusCode(200)
                .body("records", greaterThan(0));
        // Then
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> published = plugins(topics, name);
            assertThat(published).hasSize(3);
            Plugin before = Plugin.parseFrom(published.get(1).value());
            Plugin again = Plugin.parseFrom(published.get(2).value());
            assertThat(again.toBuilder().clearRevision().build())
                    .isEqualTo(before.toBuilder().clearRevision().build());
            assertThat(again.getRevision())
                    .as("a reader that has a lost life's record accepts it")
                    .isGreaterThan(before.getRevision());
        });
    }

    @Test
    @Tag("nomad-47")
    @DisplayName("people see plugins, health and metrics")
    void isSeen() {
        // Given
        fingerprint(topics, "n7", "seen.example.com");
        // When
        awaitPlugin(topics, "seen.example.com", plugin -> assertThat(plugin.getNodesExpected())
                .isEqualTo(1));
        // Then
        given().get("/v1/plugins/seen.example.com").then().body("nodesHealthy", equalTo(1));
        given().get("/v1/plugins/seen.example.com/nodes").then().body("items[0].node", equalTo("n7"));
        given().queryParam("limit", 1000).get("/v1/plugins").then().body("items.name", hasItem("seen.example.com"));
        fingerprint(topics, "n8", "seen.example.com");
        awaitPlugin(topics, "seen.example.com", plugin -> assertThat(plugin.getNodesExpected())
                .isEqualTo(2));
        String behindN7 = given().queryParam("limit", 1)
                .get("/v1/plugins/seen.example.com/nodes")
                .then()
                .body("items.node", contains("n7"))
                .extract()
                .path("continue");
        given().queryParam("continue", behindN7)
                .get("/v1/plugins/seen.example.com/nodes")
                .then()
                .body("items.node", contains("n8"))
                .body("continue", nullValue());
        given().queryParam("continue", behindN7)
                .get("/v1/plugins/other.example.com/nodes")
                .then()
                .statusCode(400)
                .body("detail", containsString("continue"));
        given().urlEncodingEnabled(false)
                .get("/v1/plugins/a%00b")
                .then()
                .statusCode(400)
                .body("detail", equalTo("name: must not have the character NUL"));
        given().get("/v1/plugins/seen.example.com/instances").then().body("items", empty());
        given().get("/v1/plugins/sene.example.com/instances").then().statusCode(404);
        given().get("/q/health/live").then().statusCode(200);
        soon().untilAsserted(() -> given().get("/q/health/ready").then().statusCode(200));
        given().get("/q/health/started").then().statusCode(200);
        given().get("/q/metrics").then().statusCode(200);
    }

    private static CommandResult result(String id) {
        List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, id);
        assertThat(results).hasSize(1);
        return parse(results.getFirst());
    }

    /** {@code reason: message} each. */
    private static List<String> events(String plugin) {
        return topics.read(HawserTopic.EVENTS, "plugin/" + plugin).stream()
                .map(record -> {
                    try {
                        return Event.parseFrom(record.value());
                    } catch (InvalidProtocolBufferException e) {
                        throw new AssertionError("not an Event", e);
                    }
                })
                .map(event -> event.getReason() + ": " + event.getMessage())
                .toList();
    }

    /** Reads all events, one at a time. */
    private static KafkaConsumer<byte[], byte[]> reader(String group) {
        KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        SharedBroker.bootstrapServers(),
                        "group.id",
                        group,
                        "auto.offset.reset",
                        "earliest",
                        "max.poll.records",
                        1),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        reader.subscribe(List.of(TopicNames.DEFAULT.of(HawserTopic.EVENTS)));
        return reader;
    }
}
