package io.hawser.volume.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.message.Fault;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.volume.spec.KeyRules;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentIdsTest {
    private static final AgentIdentity GOOD = AgentIdentity.newBuilder()
            .setRoot("0b9e6a3c-52a7-4d0c-9c52-7f0c6d3f5a11")
            .setBootId("x".repeat(64))
            .build();

    @Test
    @DisplayName("An agent's ids are short and harmless, or the record is refused, naming which")
    void ids() {
        for (AgentIdentity good : new AgentIdentity[] {GOOD, AgentIdentity.getDefaultInstance()}) {
            assertThat(check("n1", heartbeat("n1", good))).isEmpty();
            assertThat(check("n1/v", report(good))).isEmpty();
            assertThat(check("n1/p", nodePlugin(good))).isEmpty();
        }
        AgentIdentity.Builder bad = GOOD.toBuilder();
        assertThat(field(bad.clone().setRoot("\0").build())).isEqualTo("agent.root");
        assertThat(field(bad.clone().setMachine("a b").build())).isEqualTo("agent.machine");
        assertThat(field(bad.clone().setBootId("x".repeat(65)).build())).isEqualTo("agent.boot_id");
    }

    @Test
    @DisplayName("A heartbeat is its node's, by a name that can be one")
    void heartbeats() {
        assertThat(check("n2", heartbeat("n1", GOOD)).orElseThrow().field()).isEqualTo("key");
        assertThat(check("../n", heartbeat("../n", GOOD)).orElseThrow().field()).isEqualTo("node");
    }

    /** All three kinds of record agree. */
    private static String field(AgentIdentity agent) {
        String field = check("n1", heartbeat("n1", agent)).orElseThrow().field();
        assertThat(check("n1/v", report(agent)).orElseThrow().field()).isEqualTo(field);
        assertThat(check("n1/p", nodePlugin(agent)).orElseThrow().field()).isEqualTo(field);
        return field;
    }

    private static NodeHeartbeat heartbeat(String node, AgentIdentity agent) {
        return NodeHeartbeat.newBuilder().setNode(node).setAgent(agent).build();
    }

    private static MountReport report(AgentIdentity agent) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setVolume("v")
                .setAgent(agent)
                .build();
    }

    private static Fingerprint nodePlugin(AgentIdentity agent) {
        return Fingerprint.newBuilder()
                .setNode("n1")
                .setPlugin("p")
                .setAgent(agent)
                .build();
    }

    private static Optional<Fault> check(String key, Message message) {
        HawserTopic topic = message instanceof MountReport ? HawserTopic.MOUNTS : HawserTopic.FINGERPRINTS;
        Origin origin = new Origin("hawser." + topic.suffix(), "t", 0, 0);
        return KeyRules.check(new Decoded.Known(origin, key, "id", MessageTypes.nameOf(message), message), topic);
    }
}
