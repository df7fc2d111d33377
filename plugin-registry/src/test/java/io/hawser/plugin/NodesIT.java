package io.hawser.plugin;

import static io.hawser.plugin.RegistryTopics.awaitPlugin;
import static io.hawser.plugin.RegistryTopics.fingerprint;
import static io.hawser.plugin.RegistryTopics.plugins;
import static io.hawser.plugin.RegistryTopics.soon;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.Topology;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes have a plugin, are fenced, fall silent and go. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class NodesIT {
    private static Topics topics;

    @Inject
    RecordHandler handler;

    @Inject
    Transactions transactions;

    @Inject
    CountedGauges gauges;

    @Inject
    MeterRegistry metrics;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @DisplayName("nodes are counted from their fingerprints; a fenced one is not healthy, a removed one does not count")
    void countsNodes() {
        // Given
        String name = "nodes.example.com";
        node("n1", false);
        node("n2", false);
        fingerprint(topics, "n1", name);
        fingerprint(topics, "n2", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(2));
        // When
        node("n2", true);
        // Then
        awaitPlugin(topics, name, plugin -> {
            assertThat(plugin.getNodesExpected()).isEqualTo(2);
            assertThat(plugin.getNodesHealthy()).isEqualTo(1);
        });
        given().get("/v1/plugins/" + name + "/nodes")
                .then()
                .body("items.healthy", contains(true, false))
                .body("items.message", contains("", "the node is fenced"));
        soon().untilAsserted(() -> assertCounted(name, 1, 1));
        // When
        topics.forget(HawserTopic.NODES, "n2");
        soon().untilAsserted(() -> assertCounted(name, 1, 0));
        topics.forget(HawserTopic.FINGERPRINTS, "n1/" + name);
        // Then
        soon().untilAsserted(() ->
                assertThat(plugins(topics, name).getLast().value()).isNull());
    }

    @Test
    @DisplayName("what is left out of a healthy node's topology is said of that node")
    void topologyThatIsLeftOut() {
        // Given
        String name = "wide.example.com";
        Topology.Builder wide = Topology.newBuilder();
        for (int i = 0; i < 33; i++) {
            wide.putSegments("key-" + i, "value");
        }
        // When
        topics.say(
                HawserTopic.FINGERPRINTS,
                "n15/" + name,
                Fingerprint.newBuilder()
                        .setNode("n15")
                        .setPlugin(name)
                        .setHealthy(true)
                        .setTopology(wide)
                        .build());
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // Then
        given().get("/v1/plugins/" + name + "/nodes")
                .then()
                .body("items.healthy", contains(true))
                .body("items.message", contains(startsWith("topology keys that are left out: 1; ")));
    }

    @Test
    @DisplayName("a node that is silent for three intervals is not healthy any more, and is again when it is heard")
    void aSilentNode() {
        // Given
        String name = "silent.example.com";
        topics.say(
                HawserTopic.FINGERPRINTS,
                "n16/" + name,
                Fingerprint.newBuilder()
                        .setNode("n16")
                        .setPlugin(name)
                        .setHealthy(true)
                        .build());
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // When
        heartbeat("n16", 1);
        // Then
        awaitPlugin(topics, name, plugin -> {
            assertThat(plugin.getNodesHealthy()).isZero();
            assertThat(plugin.getNodesExpected()).isEqualTo(1);
        });
        given().get("/v1/plugins/" + name + "/nodes")
                .then()
                .body("items.message", contains(containsString("agent is silent")));
        soon().untilAsserted(() -> assertCounted(name, 0, 1));
        // When
        heartbeat("n16", 300);
        // Then
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
    }

    @Test
    @DisplayName(
            "the tombstones of a removed node end the watch over its agent, and the record of a plugin that only it"
                    + " had")
    void aForgottenNode() {
        // Given
        String name = "forgotten.example.com";
        fingerprint(topics, "n10", name);
        heartbeat("n10", 1);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isZero());
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n10");
        // Then
        soon().untilAsserted(() -> {
            fingerprint(topics, "n10", name);
            Plugin published = Plugin.parseFrom(plugins(topics, name).getLast().value());
            assertThat(published.getNodesHealthy()).isEqualTo(1);
        });
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n10/" + name);
        // Then
        soon().untilAsserted(() ->
                assertThat(plugins(topics, name).getLast().value()).isNull());
    }

    @Test
    @DisplayName("an instance that the agent of a removed node registered ends with that agent, unless it answers;"
            + " another instance on that node stays")
    void anInstanceOfARemovedNode(@TempDir Path folder) {
        // Given
        String name = "machine.example.com";
        String alive = "alive.example.com";
        Path socket = folder.resolve("s");
        try (StrictPlugin _ = StrictPlugin.start(StrictPluginOptions.at(socket).withName(alive))) {
            heartbeat("n21", 300);
            instance(name, "n21", "unix://" + folder.resolve("gone"));
            instance(name, "other", "unix://" + folder.resolve("gone"));
            instance(alive, "n21", "unix://" + socket);
            awaitPlugin(topics, alive, plugin -> assertThat(plugin.getCurrent()).isEqualTo("n21"));
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesList())
                    .hasSize(2)
                    .allMatch(PluginInstance::hasUnhealthySince));
            // When
            topics.forget(HawserTopic.NODES, "n21");
            soon().until(() -> isRemoved("n21"));
            for (int probes = 0; probes < 4; probes++) {
                isAskedAgain(name);
            }
            // Then
            assertThat(lastProbes(name)).hasSize(2);
            // When
            topics.forget(HawserTopic.FINGERPRINTS, "n21");
            // Then
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesList())
                    .extracting(PluginInstance::getName)
                    .containsExactly("other"));
            isAskedAgain(name);
            isAskedAgain(alive);
            awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesExpected())
                    .isEqualTo(1));
            awaitPlugin(topics, alive, plugin -> assertThat(plugin.getCurrent()).isEqualTo("n21"));
        }
        // When: its process ends, too. Then
        soon().untilAsserted(() ->
                assertThat(plugins(topics, alive).getLast().value()).isNull());
    }

    @Test
    @DisplayName("an instance of a node that is there stays, although its agent is not heard")
    void anInstanceOfANode(@TempDir Path folder) {
        // Given
        String name = "unheard.example.com";
        instance(name, "n22", "unix://" + folder.resolve("gone"));
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesList())
                .hasSize(1)
                .allMatch(PluginInstance::hasUnhealthySince));
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n22");
        isAskedAgain(name);
        isAskedAgain(name);
        // Then
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesExpected())
                .isEqualTo(1));
    }

    /** Each of its instances. */
    private static void isAskedAgain(String plugin) {
        List<String> before = lastProbes(plugin);
        soon().until(() -> {
            List<String> now = lastProbes(plugin);
            return now.stream().noneMatch(before::contains);
        });
    }

    private boolean isRemoved(String node) {
        return isThere("select 1 from node where name = $1 and state = 'REMOVED'", node);
    }

    private boolean isThere(String select, String name) {
        return transactions
                .read(tx -> tx.statements().select(select, name))
                .map(rows -> !rows.isEmpty())
                .await()
                .indefinitely();
    }

    private static List<String> lastProbes(String plugin) {
        return given().get("/v1/plugins/" + plugin + "/instances").path("items.lastProbe");
    }

    private static void instance(String plugin, String name, String endpoint) {
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                plugin,
                RegistryTopics.command(plugin, name, endpoint).toBuilder()
                        .setNode(name.equals("other") ? "n21" : name)
                        .build());
    }

    @Test
    @DisplayName("an agent that is heard after its tombstone is watched, also if one batch has both")
    void heardAgainInOneBatch() {
        // Given
        String name = "again.example.com";
        fingerprint(topics, "n11", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        // When
        NodeHeartbeat beat = beat("n11", 1);
        apply(
                new Decoded.Tombstone(origin(HawserTopic.FINGERPRINTS, 1), "n11"),
                new Decoded.Known(
                        origin(HawserTopic.FINGERPRINTS, 2), "n11", "again", MessageTypes.nameOf(beat), beat));
        // Then
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isZero());
    }

    @Test
    @DisplayName("a heartbeat on another topic than the agents' says nothing of a node")
    void heardOnAnotherTopic() {
        // Given
        String name = "borrowed.example.com";
        fingerprint(topics, "n23", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        heartbeat("n23", 1);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isZero());
        NodeHeartbeat beat = beat("n23", 300);
        String type = MessageTypes.nameOf(beat);
        // When
        apply(
                new Decoded.Known(origin(HawserTopic.PLUGIN_COMMANDS, 1), "n23", "borrowed-1", type, beat),
                new Decoded.Known(origin(HawserTopic.NODES, 1), "n23", "borrowed-2", type, beat));
        // Then
        assertThat(isThere("select 1 from ledger_heard where name = $1 and silent and interval_ms = 1000", "n23"))
                .isTrue();
    }

    @Test
    @DisplayName("what a lost life of the database published of a plugin goes when the plugin's end is read again")
    void aPluginOfALostLife() {
        // Given: its end is all that the restored database reads.
        String name = "lost.example.com";
        // When
        topics.forget(HawserTopic.FINGERPRINTS, "n1/" + name);
        // Then
        soon().untilAsserted(() -> assertThat(plugins(topics, name))
                .singleElement()
                .satisfies(last -> assertThat(last.value()).isNull()));
    }

    private static void heartbeat(String node, int seconds) {
        topics.say(HawserTopic.FINGERPRINTS, node, beat(node, seconds));
    }

    private static NodeHeartbeat beat(String node, int seconds) {
        return NodeHeartbeat.newBuilder()
                .setNode(node)
                .setInterval(com.google.protobuf.Duration.newBuilder().setSeconds(seconds))
                .build();
    }

    private void apply(Decoded... records) {
        transactions.run(tx -> handler.apply(tx, List.of(records))).await().atMost(Duration.ofMinutes(2));
    }

    private static Origin origin(HawserTopic topic, long offset) {
        return new Origin(TopicNames.DEFAULT.of(topic), "", 0, offset);
    }

    private static void node(String name, boolean fenced) {
        topics.say(
                HawserTopic.NODES,
                name,
                Node.newBuilder().setName(name).setFenced(fenced).build());
    }

    private void assertCounted(String plugin, int healthy, int unhealthy) {
        assertThat(RegistryTopics.counted(gauges, metrics, "hawser_plugin_nodes", plugin, true))
                .isEqualTo(healthy);
        assertThat(RegistryTopics.counted(gauges, metrics, "hawser_plugin_nodes", plugin, false))
                .isEqualTo(unhealthy);
    }
}
