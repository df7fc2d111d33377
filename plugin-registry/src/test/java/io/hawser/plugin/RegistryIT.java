package io.hawser.plugin;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.testkit.Topics;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CommandResult.OutcomeCase;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class RegistryIT {
    /** Short pauses and a short memory, for {@link CommandMemoryIT} too: each profile is a start of the service. */
    public static final class Quick implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "hawser.token", "a-token-for-tests",
                    "hawser.probe.every", "500ms",
                    "hawser.probe.retry-after", "200ms",
                    "hawser.probe.call-deadline", "3s",
                    "hawser.probe.silence-every", "500ms",
                    "hawser.ledger.commands-kept", "10s",
                    "hawser.ledger.forget-every", "200ms");
        }
    }

    private static Topics topics;
    private static Path sockets;

    @BeforeAll
    static void open() throws IOException {
        topics = new Topics();
        sockets = Files.createTempDirectory("reg");
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @DisplayName("a node that is silent for three intervals is not healthy any more, and is again when it is heard")
    void aSilentNode() {
        // Given
        String name = "silent.example.com";
        topics.say(
                HawserTopic.FINGERPRINTS,
                "n9/" + name,
                Fingerprint.newBuilder()
                        .setNode("n9")
                        .setPlugin(name)
                        .setHealthy(true)
                        .build());
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // When
        heartbeat("n9", 1);
        // Then
        awaitPlugin(name, plugin -> {
            assertThat(plugin.getNodesHealthy()).isZero();
            assertThat(plugin.getNodesExpected()).isEqualTo(1);
        });
        // When
        heartbeat("n9", 300);
        // Then
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
    }

    @Test
    @DisplayName(
            "the tombstones of a removed node end the watch over its agent, and the record of a plugin that only it"
                    + " had")
    void aForgottenNode() {
        // Given
        String name = "forgotten.example.com";
        fingerprint("n10", name);
        heartbeat("n10", 1);
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isZero());
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n10");
        // Then
        soon().untilAsserted(() -> {
            fingerprint("n10", name);
            Plugin published = Plugin.parseFrom(plugins(name).getLast().value());
            assertThat(published.getNodesHealthy()).isEqualTo(1);
        });
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n10/" + name);
        // Then
        soon().untilAsserted(() -> assertThat(plugins(name).getLast().value()).isNull());
    }

    private static void heartbeat(String node, int seconds) {
        topics.say(
                HawserTopic.FINGERPRINTS,
                node,
                NodeHeartbeat.newBuilder()
                        .setNode(node)
                        .setInterval(com.google.protobuf.Duration.newBuilder().setSeconds(seconds))
                        .build());
    }

    @Test
    @Tag("nomad-13")
    @Tag("nomad-17")
    @Tag("nomad-18")
    @DisplayName("the newest healthy instance serves; when it dies or is deregistered the next does; "
            + "with the last the plugin goes")
    void aPluginsLife() {
        // Given
        String name = "life.example.com";
        try (StrictPlugin a = start(name, "life-a")) {
            // When
            String id = register(name, "a", endpoint("life-a"));
            // Then
            soon().untilAsserted(() -> assertThat(topics.read(HawserTopic.COMMAND_RESULTS, id))
                    .extracting(answer -> parse(answer).getOutcomeCase())
                    .containsExactly(OutcomeCase.ACCEPTED, OutcomeCase.DONE));
            awaitPlugin(name, plugin -> {
                assertThat(plugin.getCurrent()).isEqualTo("a");
                assertThat(plugin.getEndpoint()).isEqualTo(endpoint("life-a"));
                assertThat(plugin.getControllerCapabilitiesList()).contains(1);
                assertThat(plugin.getPluginCapabilitiesList()).contains(1);
                assertThat(plugin.getControllersHealthy()).isEqualTo(1);
            });
            // When
            try (StrictPlugin b = start(name, "life-b")) {
                register(name, "b", endpoint("life-b"));
                awaitPlugin(name, plugin -> {
                    assertThat(plugin.getCurrent()).isEqualTo("b");
                    assertThat(plugin.getInstancesList())
                            .extracting(PluginInstance::getName)
                            .containsExactly("b", "a");
                });
            }
            // Then
            awaitPlugin(name, plugin -> {
                assertThat(plugin.getCurrent()).isEqualTo("a");
                assertThat(plugin.getInstances(0).getHealthy()).isFalse();
                assertThat(plugin.getInstances(0).getMessage()).isNotEmpty();
            });
            // When
            deregister(name, "b");
            deregister(name, "a");
            // Then
            soon().untilAsserted(
                            () -> assertThat(plugins(name).getLast().value()).isNull());
            given().get("/v1/plugins/" + name).then().statusCode(404);
        }
    }

    @Test
    @Tag("nomad-52")
    @DisplayName("when the current instance is deregistered while it is well, the next record names the next newest:"
            + " none says that nobody serves")
    void aHealthyCurrentOneGoes() throws InvalidProtocolBufferException {
        // Given
        String name = "handover.example.com";
        try (StrictPlugin a = start(name, "handover-a");
                StrictPlugin b = start(name, "handover-b")) {
            register(name, "a", endpoint("handover-a"));
            awaitPlugin(name, plugin -> assertThat(plugin.getCurrent()).isEqualTo("a"));
            register(name, "b", endpoint("handover-b"));
            awaitPlugin(name, plugin -> assertThat(plugin.getCurrent()).isEqualTo("b"));
            // When
            deregister(name, "b");
            // Then
            awaitPlugin(name, plugin -> assertThat(plugin.getInstancesCount()).isEqualTo(1));
            List<String> served = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : plugins(name)) {
                served.add(Plugin.parseFrom(record.value()).getCurrent());
            }
            assertThat(served.subList(served.lastIndexOf("b"), served.size())).startsWith("b", "a");
        }
    }

    @Test
    @DisplayName("a plugin that names itself otherwise is never current, and says why")
    void aMisnamedPlugin() {
        // Given
        try (StrictPlugin other = start("other.example.com", "misnamed")) {
            // When
            register("misnamed.example.com", "a", endpoint("misnamed"));
            // Then
            awaitPlugin("misnamed.example.com", plugin -> {
                assertThat(plugin.getCurrent()).isEmpty();
                assertThat(plugin.getInstances(0).getMessage()).contains("names itself 'other.example.com'");
            });
        }
    }

    @Test
    @Tag("nomad-14")
    @Tag("nomad-15")
    @Tag("nomad-W9")
    @DisplayName("an instance whose socket comes later is found by itself; a plugin that stays silent delays nobody")
    void aLateSocket() throws IOException {
        // Given
        String name = "late.example.com";
        register("nobody.example.com", "a", endpoint("nobody"));
        try (StrictPlugin silent = silent("silent.example.com", "silent")) {
            register("silent.example.com", "a", endpoint("silent"));
            register(name, "a", endpoint("late"));
            awaitPlugin(name, plugin -> assertThat(plugin.getInstances(0).getMessage())
                    .contains("does not answer"));
            String since = instance(name).extract().path("items[0].unhealthySince");
            assertThat(since).isNotNull();
            // When
            try (StrictPlugin late = start(name, "late")) {
                // Then
                awaitPlugin(name, plugin -> {
                    assertThat(plugin.getCurrent()).isEqualTo("a");
                    assertThat(plugin.getInstances(0).hasUnhealthySince()).isFalse();
                });
                instance(name).body("items[0].unhealthySince", nullValue());
                // An answer that changes nothing counts as a probe.
                String asked = instance(name).extract().path("items[0].lastProbe");
                assertThat(Instant.parse(asked)).isAfter(Instant.parse(since));
                soon().untilAsserted(() -> instance(name).body("items[0].lastProbe", not(equalTo(asked))));
            }
            awaitPlugin("silent.example.com", plugin -> {
                assertThat(plugin.getCapabilitiesKnown()).isFalse();
                assertThat(plugin.getInstances(0).getMessage()).isNotEmpty().isNotEqualTo("not asked yet");
            });
        }
    }

    @Test
    @DisplayName("nodes are counted from their fingerprints; a fenced one is not healthy, a removed one does not count")
    void countsNodes() {
        // Given
        String name = "nodes.example.com";
        node("n1", false);
        node("n2", false);
        fingerprint("n1", name);
        fingerprint("n2", name);
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(2));
        // When
        node("n2", true);
        // Then
        awaitPlugin(name, plugin -> {
            assertThat(plugin.getNodesExpected()).isEqualTo(2);
            assertThat(plugin.getNodesHealthy()).isEqualTo(1);
        });
        // When
        topics.forget(HawserTopic.NODES, "n2");
        topics.forget(HawserTopic.FINGERPRINTS, "n1/" + name);
        // Then
        soon().untilAsserted(() -> assertThat(plugins(name).getLast().value()).isNull());
    }

    @Test
    @Tag("nomad-44")
    @Tag("nomad-W10")
    @DisplayName("a reader of the events that stops reading, or leaves, blocks neither registrations nor other readers;"
            + " it gets the rest when it reads on, and no event is there twice")
    void readersThatStop() {
        // Given
        String name = "read.example.com";
        List<String> read = new ArrayList<>();
        register(name, "first", "tcp://127.0.0.1:1");
        try (KafkaConsumer<byte[], byte[]> stops = reader("stops");
                KafkaConsumer<byte[], byte[]> leaves = reader("leaves")) {
            soon().until(() -> stops.poll(Duration.ofSeconds(1)).count() == 1);
            soon().until(() -> leaves.poll(Duration.ofSeconds(1)).count() == 1);
            leaves.close();
            // When
            for (int i = 0; i < 20; i++) {
                register(name, "later-" + i, "tcp://127.0.0.1:1");
            }
            // Then
            awaitPlugin(
                    name, plugin -> assertThat(plugin.getInstancesExpected()).isEqualTo(21));
            soon().untilAsserted(() -> assertThat(events(name)).hasSizeGreaterThanOrEqualTo(42));
            // Each instance is registered once, and fails for the first time once.
            assertThat(events(name)).doesNotHaveDuplicates().hasSize(42);
            soon().until(() -> {
                stops.poll(Duration.ofSeconds(1)).forEach(record -> read.add(new String(record.key(), UTF_8)));
                return read.stream().filter(("plugin/" + name)::equals).count() >= 20;
            });
        }
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
        awaitPlugin(command.getPlugin(), plugin -> assertThat(plugin.getInstancesCount())
                .isEqualTo(1));
    }

    @Test
    @DisplayName("what a lost life of the database published of a plugin goes when the plugin's end is read again")
    void aPluginOfALostLife() {
        // Given: its end is all that the restored database reads.
        String name = "lost.example.com";
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n1/" + name);
        // Then
        soon().untilAsserted(() -> assertThat(plugins(name)).singleElement().satisfies(last -> assertThat(last.value())
                .isNull()));
    }

    @Test
    @DisplayName("what did not change is not published again, unless a person asks for it")
    void publishesOnlyChanges() {
        // Given
        String name = "quiet.example.com";
        fingerprint("n9", name);
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // When
        fingerprint("n9", name);
        fingerprint("n9", name);
        fingerprint("n8", name);
        awaitPlugin(name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(2));
        assertThat(plugins(name)).hasSize(2);
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
            List<ConsumerRecord<byte[], byte[]>> published = plugins(name);
            assertThat(published).hasSize(3);
            assertThat(published.get(2).value()).isEqualTo(published.get(1).value());
        });
    }

    @Test
    @DisplayName("people see plugins, health and metrics")
    void isSeen() {
        // Given
        fingerprint("n7", "seen.example.com");
        // When
        awaitPlugin("seen.example.com", plugin -> assertThat(plugin.getNodesExpected())
                .isEqualTo(1));
        // Then
        given().get("/v1/plugins/seen.example.com").then().body("nodesHealthy", equalTo(1));
        given().get("/v1/plugins/seen.example.com/nodes").then().body("items[0].node", equalTo("n7"));
        given().queryParam("limit", 1000).get("/v1/plugins").then().body("items.name", hasItem("seen.example.com"));
        fingerprint("n8", "seen.example.com");
        awaitPlugin("seen.example.com", plugin -> assertThat(plugin.getNodesExpected())
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
        given().get("/v1/plugins/seen.example.com/instances").then().body("items", empty());
        given().get("/v1/ledger").then().statusCode(200);
        given().get("/q/health/live").then().statusCode(200);
        soon().untilAsserted(() -> given().get("/q/health/ready").then().statusCode(200));
        given().get("/q/health/started").then().statusCode(200);
        given().get("/q/metrics").then().statusCode(200);
    }

    private static ValidatableResponse instance(String plugin) {
        return given().get("/v1/plugins/" + plugin + "/instances").then().statusCode(200);
    }

    private static StrictPlugin start(String name, String socket) {
        return StrictPlugin.start(
                StrictPluginOptions.at(sockets.resolve(socket)).withName(name));
    }

    /** It takes every question and answers none. */
    private static StrictPlugin silent(String name, String socket) {
        return StrictPlugin.start(
                StrictPluginOptions.at(sockets.resolve(socket)).withName(name).withFaults(FaultScript.parse("""
                        GetPluginInfo         * * hang
                        GetPluginCapabilities * * hang
                        Probe                 * * hang
                        """)));
    }

    private static String endpoint(String socket) {
        return "unix://" + sockets.resolve(socket);
    }

    private static RegisterPluginInstance command(String plugin, String instance, String endpoint) {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(instance)
                .setEndpoint(endpoint)
                .build();
    }

    private static String register(String plugin, String instance, String endpoint) {
        return topics.say(HawserTopic.PLUGIN_COMMANDS, plugin, command(plugin, instance, endpoint));
    }

    private static void deregister(String plugin, String instance) {
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                plugin,
                DeregisterPluginInstance.newBuilder()
                        .setPlugin(plugin)
                        .setInstance(instance)
                        .build());
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

    private static void fingerprint(String node, String plugin) {
        topics.say(
                HawserTopic.FINGERPRINTS,
                node + "/" + plugin,
                Fingerprint.newBuilder()
                        .setNode(node)
                        .setPlugin(plugin)
                        .setHealthy(true)
                        .build());
    }

    private static void node(String name, boolean fenced) {
        topics.say(
                HawserTopic.NODES,
                name,
                Node.newBuilder().setName(name).setFenced(fenced).build());
    }

    private static void awaitPlugin(String name, Consumer<Plugin> check) {
        soon().untilAsserted(() -> {
            List<ConsumerRecord<byte[], byte[]>> published = plugins(name);
            assertThat(published).isNotEmpty();
            assertThat(published.getLast().value()).isNotNull();
            check.accept(Plugin.parseFrom(published.getLast().value()));
        });
    }

    private static List<ConsumerRecord<byte[], byte[]>> plugins(String name) {
        return topics.read(HawserTopic.PLUGINS, name);
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

    private static CommandResult result(String id) {
        List<ConsumerRecord<byte[], byte[]>> results = topics.read(HawserTopic.COMMAND_RESULTS, id);
        assertThat(results).hasSize(1);
        return parse(results.getFirst());
    }

    private static CommandResult parse(ConsumerRecord<byte[], byte[]> record) {
        try {
            return CommandResult.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a CommandResult", e);
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200));
    }
}
