package io.hawser.plugin.registry.kafka;

import static io.hawser.plugin.registry.kafka.Readings.ANYWHERE;
import static io.hawser.plugin.registry.kafka.Readings.fingerprint;
import static io.hawser.plugin.registry.kafka.Readings.node;
import static io.hawser.plugin.registry.kafka.Readings.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.NodeState;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nodes, and what is on the wrong topic or cannot be read. */
class FactReaderTest {
    private static final NodeHeartbeat BEAT =
            NodeHeartbeat.newBuilder().setNode("n1").build();

    @Test
    void aFencedNodeIsRemembered() {
        // When
        ParsedRecord reading = read(
                "nodes", "n1", Node.newBuilder().setName("n1").setFenced(true).build());
        // Then
        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(new Fact.NodeIs("n1", Optional.of(NodeState.FENCED))));
    }

    @Test
    @DisplayName("a node whose name is not its key, or no name, is ignored; one that is not fenced is well")
    void nodesAreRead() {
        assertThat(read("nodes", "n2", node("n1"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("nodes", "a/b", node("a/b"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("nodes", "n1", node("n1")))
                .isEqualTo(new ParsedRecord.Accepted(new Fact.NodeIs("n1", Optional.empty())));
    }

    @Test
    @DisplayName("messages that belong on another topic are ignored; on the topic of commands they are refused")
    void whatDoesNotBelongThere() {
        assertThat(read("fingerprints", "n1", node("n1")))
                .isEqualTo(new ParsedRecord.Ignored("hawser.v1.Node", "type", "does not belong on this topic"));
        assertThat(read("nodes", "n1/p", fingerprint("n1", "p"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("nodes", "n1", BEAT)).isInstanceOf(ParsedRecord.Ignored.class);
        for (Message message : List.of(node("n1"), BEAT)) {
            assertThat(read("plugin-commands", "n1", message))
                    .isInstanceOfSatisfying(
                            ParsedRecord.Refused.class,
                            refused -> assertThat(refused.answer().field()).isEqualTo("type"));
        }
    }

    @Test
    @DisplayName("a heartbeat is of the node that is its key, and ends with that node's tombstone")
    void heartbeatsAreRead() {
        assertThat(read("fingerprints", "n1", BEAT)).isEqualTo(new ParsedRecord.Heartbeat(BEAT));
        assertThat(read("fingerprints", "n2", BEAT)).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("fingerprints", "", NodeHeartbeat.getDefaultInstance()))
                .isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(FactReader.read(
                        new Decoded.Tombstone(new Origin("hawser.fingerprints", "", 0, 0), "n1"),
                        TopicNames.DEFAULT,
                        ANYWHERE))
                .isEqualTo(new ParsedRecord.HeartbeatGone("n1"));
    }

    @Test
    @DisplayName("what cannot be read is refused on the topic of commands only: state has nobody to answer to")
    void whatCannotBeRead() {
        assertThat(FactReader.read(invalid("plugin-commands"), TopicNames.DEFAULT, ANYWHERE))
                .isInstanceOf(ParsedRecord.Refused.class);
        assertThat(FactReader.read(invalid("nodes"), TopicNames.DEFAULT, ANYWHERE))
                .isEqualTo(new ParsedRecord.Ignored("hawser.v1.Node", "data", "is no message"));
    }

    private static Decoded.Invalid invalid(String topic) {
        return new Decoded.Invalid(
                new Origin("hawser." + topic, "", 0, 0),
                Optional.of("n1"),
                "id-1",
                "hawser.v1.Node",
                "data",
                "is no message");
    }
}
