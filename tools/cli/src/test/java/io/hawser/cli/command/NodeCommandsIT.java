package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code node} writes, and when a node is empty. */
class NodeCommandsIT extends CommandLineFixture {
    @Test
    void fencingIsRefusedToWhoIsNotSure() {
        assertThat(hawser("node", "fence", "n1")).isEqualTo(2);
        assertThat(reader().last(HawserTopic.NODES, "n1", Node.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    @DisplayName("node remove writes a tombstone, and says what becomes of volumes that are still on the node")
    void aRemovedNodeIsGoneFromTheInventory() {
        // Given
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n7", Node.newBuilder().setName("n7").build());
            writer.write(
                    HawserTopic.NODES,
                    "n8",
                    Node.newBuilder().setName("n8").setFenced(true).build());
        }

        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n8","availability":"NODE_AVAILABILITY_ACTIVE","fenced":true}}]}""");

        // When
        int active = hawser("node", "activate", "n8");
        int exit = hawser("node", "remove", "n7");
        int fenced = hawser("node", "remove", "n8");
        int again = hawser("node", "remove", "n7");

        // Then
        assertThat(List.of(active, exit, fenced, again)).containsExactly(0, 0, 0, 1);
        assertThat(out.toString())
                .contains("node n8 is active; it is still fenced, so it gets no mounts: ")
                .contains("./hawser node unfence n8` when it may write again")
                .contains("node n7 is removed; it is not fenced: a volume that is still on it waits")
                .contains("node n8 is removed; its volumes are detached without its report");
        assertThat(err.toString()).contains("no node is called n7");
        assertThat(reader().last(HawserTopic.NODES, "n7", Node.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    @DisplayName("If the broker fails after the change of the first node, it says that this one is written")
    void whatIsWrittenIsSaid() {
        // Given
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n20", Node.newBuilder().setName("n20").build());
        }
        tooLarge(
                HawserTopic.NODES,
                "n21",
                Node.newBuilder().setName("n21").putLabels("l", TOO_LARGE).build());

        // When
        int exit = hawser("node", "pause", "n20", "n21", "n20", "--no-wait");

        // Then
        assertThat(exit).isEqualTo(4);
        assertThat(err.toString())
                .startsWith("hawser: the records of node n20 are written, and stay valid; that of node n21 failed, and"
                        + " none follows\nhawser: cannot write to ");
        assertThat(reader().last(HawserTopic.NODES, "n20", Node.getDefaultInstance()))
                .hasValueSatisfying(paused ->
                        assertThat(paused.getAvailability()).isEqualTo(NodeAvailability.NODE_AVAILABILITY_PAUSE));
    }

    @Test
    @DisplayName("A node that two machines speak for is removed without --yes, and not fenced without --although-heard")
    void aClonedNodeIsRemoved() {
        // Given
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n5"},"heard":"%s",
                  "conditions":[{"type":"AgentCloned","message":"m1 and m2"}]}]}""".formatted(Instant.now()));
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n5", Node.newBuilder().setName("n5").build());
        }

        // When
        int fenced = hawser("node", "fence", "n5", "--yes");
        int removed = hawser("node", "remove", "n5");

        // Then
        assertThat(fenced).isEqualTo(1);
        assertThat(removed).as(err.toString()).isZero();
    }

    @Test
    @DisplayName("A node whose agent was heard a moment ago is fenced only with --although-heard")
    void fencingANodeThatIsHeard() {
        // Given
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n9"},"heard":"%s"}]}""".formatted(Instant.now()));
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n9", Node.newBuilder().setName("n9").build());
        }

        // When
        int refused = hawser("node", "fence", "n9", "--yes");
        boolean fenced = reader().last(HawserTopic.NODES, "n9", Node.getDefaultInstance())
                .orElseThrow()
                .getFenced();
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n9","fenced":true},"heard":"%s"}]}""".formatted(Instant.now()));
        int done = hawser("node", "fence", "n9", "--yes", "--although-heard");

        // Then
        assertThat(List.of(refused, done)).containsExactly(1, 0);
        assertThat(fenced).isFalse();
        assertThat(err.toString()).contains("the agent of node n9 was heard a moment ago");
    }

    @Test
    @DisplayName("A node whose agent may be alive, as far as is known, is fenced only with --although-heard")
    void fencingWithoutAnAnswer() {
        // Given
        services.unavailable("/v1/nodes", "{}");
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n10", Node.newBuilder().setName("n10").build());
        }

        // When
        int refused = hawser("node", "fence", "n10", "--yes");
        int done = hawser("node", "fence", "n10", "--yes", "--although-heard", "--no-wait");

        // Then
        assertThat(List.of(refused, done)).containsExactly(4, 0);
        assertThat(err.toString()).contains("it is not known whether the agent of node n10 is alive");
    }

    @Test
    @DisplayName("An answer that this program does not understand is its fault, with an exit code of its own")
    void anAnswerThatIsNotUnderstood() {
        // Given
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n11"},"heard":"yesterday"}]}""");

        // When
        int exit = hawser("node", "list");

        // Then
        assertThat(exit).isEqualTo(70);
        assertThat(err.toString()).contains("DateTimeParseException");
    }

    @Test
    @DisplayName("A node whose agent is still heard is removed only with --yes, and activate brings it back as it was")
    void aNodeThatAnswers() {
        // Given
        Node node = Node.newBuilder().setName("n6").putLabels("zone", "a").build();
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n6","labels":{"zone":"a"}},"heard":"%s"}]}""".formatted(Instant.now()));
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(HawserTopic.NODES, "n6", node);
        }

        // When
        int refused = hawser("node", "remove", "n6");
        int removed = hawser("node", "remove", "n6", "--yes");
        services.answers(
                "/v1/nodes",
                "{\"items\":[{\"node\":{\"name\":\"n6\",\"labels\":{\"zone\":\"a\"}},\"removed\":true}]}",
                "{\"items\":[{\"node\":{\"name\":\"n6\",\"availability\":\"NODE_AVAILABILITY_ACTIVE\"},"
                        + "\"removed\":true}]}",
                "{\"items\":[{\"node\":{\"name\":\"n6\",\"availability\":\"NODE_AVAILABILITY_ACTIVE\"}}]}");
        int active = hawser("node", "activate", "n6");

        // Then
        assertThat(List.of(refused, removed, active)).containsExactly(1, 0, 0);
        assertThat(services.isSaid("/v1/nodes")).isTrue();
        assertThat(err.toString())
                .contains("the agent of node n6 was heard a moment ago")
                .contains("./hawser node drain n6`");
        assertThat(reader().last(HawserTopic.NODES, "n6", Node.getDefaultInstance()))
                .contains(node.toBuilder()
                        .setAvailability(NodeAvailability.NODE_AVAILABILITY_ACTIVE)
                        .build());
    }

    @Test
    @DisplayName("node drain --wait ends when no task has mounts on the node, and no volume is there")
    void drain() {
        // Given
        node("n3");
        drained("n3");
        services.answers(
                        "/v1/tasks",
                        "{\"items\":[{\"task\":\"t1\",\"node\":\"n3\",\"mounts\":[{}]}]}",
                        "{\"items\":[{\"task\":\"t1\",\"node\":\"n3\"}]}")
                .answers(
                        "/v1/volumes?limit=500&fieldSelector=nodes.node=n3",
                        "{\"items\":[{\"name\":\"v1\"}]}",
                        "{\"items\":[]}")
                .answers(
                        "/v1/volumes?limit=500&fieldSelector=moreNodes",
                        "{\"items\":[]}",
                        "{\"items\":[{\"name\":\"v1\"}]}")
                .answers("/v1/volumes/v1/nodes", "{\"items\":[{\"node\":\"n3\"}]}", "{\"items\":[]}");

        // When
        int exit = hawser("node", "drain", "n3", "--wait");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("node n3 is drained: no task and no volume is left on it;")
                .contains("./hawser node activate n3` takes it back");
        assertThat(reader().last(HawserTopic.NODES, "n3", Node.getDefaultInstance())
                        .map(Node::getAvailability))
                .contains(NodeAvailability.NODE_AVAILABILITY_DRAIN);
    }

    @Test
    @DisplayName("a drain that takes too long says what is left, what stays, and how it is taken back")
    void drainTimesOut() {
        // Given
        node("n4");
        drained("n4");
        services.answer("/v1/tasks", """
                {"items":[{"task":"t1","mounts":[{}]},{"task":"t2","mounts":[{}]},{"task":"t3","mounts":[{}]},
                  {"task":"t4","mounts":[{}]}]}""");

        // When
        int exit = hawser("node", "drain", "n4", "--wait", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString())
                .contains("gave up waiting for node n4 to be empty: mounts of 4 tasks (t1, t2, t3, …) are there (1 s);"
                        + " it stays drained, and its tasks stay asked to end; `")
                .contains("./hawser node activate n4` takes it back");
    }

    @Test
    @DisplayName("of several nodes, an unknown one does not keep the others from being drained")
    void drainSeveral() {
        // Given
        node("n5");
        drained("n5");

        // When
        int exit = hawser("node", "drain", "ghost", "n5");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("no node is called ghost");
        assertThat(out.toString()).contains("node n5 is to be drained");
    }

    @ParameterizedTest
    @ValueSource(strings = {"drain", "drain --wait", "pause", "fence --yes --although-heard"})
    @DisplayName("A change that is rejected is no success, and a drain waits for nothing more")
    void aRejectedChange(String change) {
        // Given
        String name = "n12-" + change.replaceAll("[^a-z]+", "-");
        node(name);
        services.answer("/v1/nodes", "{\"items\":[{\"node\":{\"name\":\"%s\"}}]}".formatted(name));
        String before = eventId(HawserTopic.NODES, Node.getDefaultInstance(), name, "");
        String[] line = ("node " + change + " " + name).split(" ");
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> hawser(line));

        // When
        reject(eventId(HawserTopic.NODES, Node.getDefaultInstance(), name, before), "known from partition 3", "key");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString())
                .contains("rejected: known from partition 3 (field key)")
                .doesNotContain("it stays drained");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    @DisplayName("Of several nodes, a rejection of one is named, and the others are changed")
    void oneRejectedOfSeveral() {
        // Given
        node("n13");
        node("n14");
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n13"}},
                  {"node":{"name":"n14","availability":"NODE_AVAILABILITY_PAUSE"}}]}""");
        String before = eventId(HawserTopic.NODES, Node.getDefaultInstance(), "n13", "");
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> hawser("node", "pause", "n13", "n14", "--output", "json"));

        // When
        reject(eventId(HawserTopic.NODES, Node.getDefaultInstance(), "n13", before), "no", "key");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(out.toString()).contains("\"field\": \"key\"").contains("\"name\": \"n14\"");
    }

    @ParameterizedTest
    @CsvSource({"pause, is paused", "fence --yes --although-heard, is fenced", "pause --no-wait, is paused"})
    @DisplayName(
            "A change that no page shows is said to be written, with the command that says whether it was rejected")
    void aChangeThatNobodySees(String change, String done) {
        // Given
        String name = "n15-" + change.replaceAll("[^a-z]+", "-");
        Node node = Node.newBuilder()
                .setName(name)
                .setAvailability(
                        change.contains("--no-wait")
                                ? NodeAvailability.NODE_AVAILABILITY_ACTIVE
                                : NodeAvailability.NODE_AVAILABILITY_PAUSE)
                .setFenced(true)
                .build();
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(HawserTopic.NODES, name, node);
        }
        services.answer("/v1/nodes", "{\"items\":[{\"node\":" + ProtoJson.print(node) + "}]}");
        String before = eventId(HawserTopic.NODES, Node.getDefaultInstance(), name, "");

        // When
        int exit = hawser(("node " + change + " " + name).split(" "));

        // Then
        String id = eventId(HawserTopic.NODES, Node.getDefaultInstance(), name, before);
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .startsWith("the record of node " + name + " is written; `")
                .contains("./hawser command " + id + "` says whether it was rejected")
                .doesNotContain(done);
    }

    @Test
    @DisplayName("A node that was to be drained before is drained when it is empty")
    void drainAgain() {
        // Given
        node("n16");
        drained("n16");
        services.answer("/v1/tasks", "{\"items\":[]}").answer("/v1/volumes", "{\"items\":[]}");

        // When
        int first = hawser("node", "drain", "n16");
        int again = hawser("node", "drain", "n16", "--wait");

        // Then
        assertThat(List.of(first, again)).containsOnly(0);
        assertThat(out.toString())
                .contains("node n16 is to be drained")
                .contains("node n16 is drained: no task and no volume is left on it");
    }

    @Test
    @DisplayName("A fence that cannot read the topic of answers names the option that does without")
    void fencingWithoutTheTopicOfAnswers() throws Exception {
        // Given
        TopicNames names =
                new TopicNames(SharedBroker.freshPrefix(NodeCommandsIT.class).replaceAll("\\.$", ""));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            ensure(admin, names, EnumSet.of(HawserTopic.NODES));
        }
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), names, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, "n1", Node.newBuilder().setName("n1").build());
        }

        // When
        int failed = hawserOn(names, "node", "fence", "n1", "--yes");
        int fenced = hawserOn(names, "node", "fence", "n1", "--yes", "--no-wait");

        // Then
        assertThat(List.of(failed, fenced)).containsExactly(4, 0);
        assertThat(err.toString())
                .contains("nothing is written, because no rejection could be read: no topic " + names.prefix())
                .contains("--no-wait writes without reading that topic");
    }

    private static void node(String name) {
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.NODES, name, Node.newBuilder().setName(name).build());
        }
    }

    private void drained(String name) {
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"%s","availability":"NODE_AVAILABILITY_DRAIN"}}]}""".formatted(name));
    }

    @Test
    @DisplayName("the status of a node names its tasks and volumes, also those whose records name only other nodes")
    void whatIsOnANode() {
        // Given
        services.answer("/v1/tasks?limit=500&fieldSelector=node=n1", """
                        {"items":[{"task":"t1","mounts":[{}]},{"task":"idle"}]}""")
                .answer("/v1/volumes?limit=500&fieldSelector=nodes.node=n1", """
                        {"items":[{"name":"mine"}]}""")
                .answer("/v1/volumes?limit=500&fieldSelector=moreNodes", """
                        {"items":[{"name":"elsewhere"},{"name":"everywhere"}]}""")
                .answer("/v1/volumes/elsewhere/nodes", """
                        {"items":[]}""")
                .answer("/v1/volumes/everywhere/nodes", """
                        {"items":[{"node":"n1"}]}""");

        // When
        int shown = hawser("node", "status", "n1");
        String text = out.toString();
        int printed = hawser("node", "status", "n1", "--output", "json");

        // Then
        assertThat(List.of(shown, printed)).containsOnly(0);
        assertThat(text).containsPattern("tasks +t1\n").containsPattern("volumes +everywhere, mine\n");
        assertThat(out.toString()).containsPattern("\"volumes\" : \\[ \"everywhere\", \"mine\" ]");
    }

    @Test
    void nodesAreShownWithTheirPlugins() {
        // Given
        services.answer("/v1/nodes", """
                {"items":[{"node":{"name":"n1","fenced":true},"removed":false,
                  "conditions":[{"type":"AgentSilent","message":"last heard yesterday"}],
                  "plugins":[{"node":"n1","plugin":"p","healthy":true,
                    "nodeCapabilities":["STAGE_UNSTAGE_VOLUME","99"]},{"plugin":"q","message":"no answer"}]}]}""");

        // When
        int exit = hawser("node", "list");

        // Then
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("n1")
                .contains("active")
                .contains("p, q (unhealthy: no answer)")
                .contains("AgentSilent: last heard yesterday");
    }
}
