package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.cli.rest.NodeView;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeTextTest {
    @Test
    @DisplayName("A node's condition says since when, where volume-service knows that")
    void conditions() throws Exception {
        // Given
        String json = """
                {"node":{"name":"n1","fenced":true},"removed":false,"plugins":[],"conditions":[
                  {"type":"FenceUnconfirmed","message":"it waits","since":"2026-11-23T08:08:59.811Z"},
                  {"type":"OtherAgent","message":"m2 speaks for it, too","since":null},
                  {"type":"AgentSilent","message":"from a service that does not say it"}]}""";

        // When
        NodeView node = NodeView.parse(new ObjectMapper().readTree(json));

        // Then
        assertThat(NodeText.status(node, List.of(), List.of(), Instant.EPOCH))
                .contains(
                        "FenceUnconfirmed, since 2026-11-23T08:08:59Z: it waits",
                        "OtherAgent: m2 speaks for it, too",
                        "AgentSilent: from a service that does not say it");
        assertThat(node.silent()).isTrue();
        assertThat(node.cloned()).isFalse();
    }
}
