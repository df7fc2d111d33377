package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import java.util.List;
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
        node.speaker = node.speaker.present(Hearing.at(2));
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

    @Test
    @DisplayName("In an older copy the agent counts that was published last; its silence counts from then, and what was"
            + " read of the former one says nothing of it")
    void replacedSince() {
        // Given
        node.says("r1", "b1", 10);

        // When
        takeOver(counts("r2"));

        // Then
        assertThat(said()).contains(counts("r2"));
        assertThat(node.says("r1", "b1", 50)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.says("r2", "b2", 5)).isInstanceOf(Verdict.Accepted.class);
        node.idle = true;
        assertThat(node.says("r3", "b3", 130)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.says("r3", "b3", 131)).isInstanceOf(Verdict.NewAgent.class);
    }

    @Test
    @DisplayName("In an empty database the agent counts that was published last, not the first one that is read")
    void lost() {
        takeOver(counts("r2"));

        assertThat(node.says("r1", "b1", 10)).isInstanceOf(Verdict.Stranger.class);
        assertThat(said()).contains(counts("r2"));
    }

    @Test
    @DisplayName("A clone of an older copy that was resolved since is none; one that was found since is one")
    void clonedBefore() {
        // Given
        node.says("r1", "b1", 1);
        node.says("r1", "b2", 2);
        Speaker alone = node.speaker;
        node.says("r1", "b1", 3);
        NodeAgent none = said().orElseThrow();

        // When, then
        takeOver(counts("r1"));
        assertThat(said()).contains(counts("r1"));
        assertThat(node.says("r1", "b2", 4)).isInstanceOf(Verdict.Accepted.class);
        node.speaker = alone;
        takeOver(none);
        assertThat(said()).contains(none);
        node.speaker = alone.removed(false);
        takeOver(none);
        assertThat(said()).contains(counts("r1"));
    }

    @Test
    @DisplayName("A node that was given up since is given up in an older copy, too, as far as the inventory allows")
    void givenUpSince() {
        // Given
        node.says("r1", "b1", 1);
        Speaker present = node.speaker;
        NodeAgent none =
                NodeAgentReport.of(new NodeName("n1"), present.removed(true)).orElseThrow();

        // When, then
        takeOver(none);
        assertThat(node.speaker.place()).isEqualTo(Speaker.Place.VACANT);
        node.speaker = present.removed(false);
        takeOver(none);
        assertThat(node.speaker.place()).isEqualTo(Speaker.Place.GIVEN_UP);
        assertThat(node.says("r2", "b2", 2)).isInstanceOf(Verdict.NewAgent.class);
    }

    @Test
    @DisplayName("An answer that the copy gives too, one that a removal has overtaken, and one in unknown words change"
            + " nothing")
    void nothingNew() {
        takeOver(NodeAgent.newBuilder().setNode("n1").setMessage("later words").build());
        assertThat(node.speaker).isEqualTo(Speaker.NOBODY);
        node.says("r1", "b1", 1);
        for (Speaker before : List.of(node.speaker, node.speaker.removed(false), node.speaker.removed(true))) {
            node.speaker = before;
            takeOver(counts("r1"));
            takeOver(NodeAgent.newBuilder()
                    .setNode("n1")
                    .setMessage("later words")
                    .build());
            assertThat(node.speaker).isEqualTo(before);
        }
    }

    private void takeOver(NodeAgent published) {
        node.speaker = NodeAgentReport.takenOver(new NodeName("n1"), node.speaker, published, Hearing.at(100));
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
