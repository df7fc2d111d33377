package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeAgentReportTest {
    private final Hearing node = new Hearing();

    @Test
    @DisplayName("Nothing is said before an agent names itself, and then which one counts")
    void theFirstAgent() {
        assertThat(said()).isEmpty();
        node.unnamed(1);
        assertThat(said()).isEmpty();

        // When
        node.says("r1", "b1", 2);

        // Then
        assertThat(said()).contains(counts("r1"));
        node.says("r2", "b2", 3);
        assertThat(said()).contains(counts("r1"));
    }

    @Test
    @DisplayName("Of two machines with one identity none counts, until the node is removed from the inventory")
    void aClone() {
        // Given
        node.says("r1", "b1", 1);
        node.says("r1", "b2", 2);

        // When
        node.says("r1", "b1", 3);

        // Then
        assertThat(said()).hasValueSatisfying(none -> {
            assertThat(none.getRoot()).isEmpty();
            assertThat(none.getMessage()).contains("two machines");
        });
        node.speaker = node.speaker.removed(false);
        assertThat(said()).contains(counts("r1"));
    }

    @Test
    @DisplayName("After a node is fenced and removed no agent counts, until it is there again and an agent reports")
    void givenUp() {
        // Given
        node.says("r1", "b1", 1);
        node.speaker = node.speaker.removed(false);
        assertThat(said()).contains(counts("r1"));

        // When
        node.speaker = node.speaker.removed(true);

        // Then
        assertThat(said()).hasValueSatisfying(none -> {
            assertThat(none.getRoot()).isEmpty();
            assertThat(none.getMessage()).contains("fenced and removed");
        });
        Optional<NodeAgent> none = said();
        node.says("r1", "b1", 2);
        assertThat(said()).isEqualTo(none);
        node.speaker = node.speaker.present();
        assertThat(said()).isEqualTo(none);
        node.says("r2", "b2", 3);
        assertThat(said()).contains(counts("r2"));
    }

    @Test
    @DisplayName("Another agent that reports while a given-up node is not in the inventory counts immediately")
    void replacedWhileAway() {
        // Given
        node.says("r1", "b1", 1);
        node.speaker = node.speaker.removed(true);

        // When
        node.says("r2", "b2", 2);

        // Then
        assertThat(said()).contains(counts("r2"));
    }

    private Optional<NodeAgent> said() {
        return NodeAgentReport.of(new NodeName("n1"), node.speaker);
    }

    private static NodeAgent counts(String root) {
        return NodeAgent.newBuilder()
                .setNode("n1")
                .setRoot(root)
                .setMachine("m")
                .build();
    }
}
