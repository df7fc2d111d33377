package io.hawser.volume.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Fault;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyRulesTest {
    @Test
    @DisplayName("A node is refused for a name that cannot be one, even under that key, and for another's key")
    void aNodesName() {
        assertThat(check("../n", node("../n")).map(Fault::field)).contains("name");
        assertThat(check("n2", node("n1")).map(Fault::field)).contains("key");
        assertThat(check("n1", node("n1"))).isEmpty();
    }

    @Test
    @DisplayName("What belongs on another topic is refused, naming the type, and a task under another's key")
    void whatDoesNotBelongHere() {
        assertThat(check("t", Task.newBuilder().setName("t").build()))
                .contains(new Fault(
                        "type",
                        "hawser.v1.Task does not belong on topic hawser.nodes;"
                                + " the types on this topic are hawser.v1.Node"));
        assertThat(on(HawserTopic.TASKS, "t2", Task.newBuilder().setName("t").build())
                        .map(Fault::field))
                .contains("key");
    }

    private static Node node(String name) {
        return Node.newBuilder().setName(name).build();
    }

    private static Optional<Fault> check(String key, Message message) {
        return on(HawserTopic.NODES, key, message);
    }

    private static Optional<Fault> on(HawserTopic topic, String key, Message message) {
        Origin origin = new Origin("hawser.nodes", "t", 0, 0);
        return KeyRules.check(new Decoded.Known(origin, key, "id", MessageTypes.nameOf(message), message), topic);
    }
}
