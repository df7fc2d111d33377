package io.hawser.node.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicIdentityTest {
    private static final TopicIdentity KNOWN = new TopicIdentity("n1", "hawser.assignments", "id-1", 8);

    @Test
    @DisplayName("What was written is read again")
    void isKept() {
        assertThat(TopicIdentity.parse(KNOWN.line())).contains(KNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n1 hawser.assignments id-1", "n1 hawser.assignments id-1 eight"})
    @DisplayName("A line that holds something else is no identity")
    void whatCannotBeRead(String line) {
        assertThat(TopicIdentity.parse(line)).isEmpty();
    }

    @Test
    @DisplayName("A topic with another id or other partitions takes nothing down, and the sentence says what ends that")
    void anotherTopicTakesNothingDown() {
        Path file = Path.of("/node/assignments-topic");

        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-1", 8), file))
                .isEmpty();
        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-2", 8), file))
                .hasValueSatisfying(message ->
                        assertThat(message).contains("id-1", "id-2", "volume-service has written", "delete " + file));
        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-1", 16), file))
                .hasValueSatisfying(message -> assertThat(message).contains("volume-service has written"));
        assertThat(KNOWN.difference(new TopicIdentity("n2", "hawser.assignments", "id-1", 8), file))
                .hasValueSatisfying(message -> assertThat(message).contains("if that is meant, delete " + file));
    }

    @Test
    @DisplayName("Only a topic of the same name, for the same node, may stand for the one before")
    void succeedsOnlyItsLike() {
        assertThat(new TopicIdentity("n1", "hawser.assignments", "id-2", 8).succeeds(KNOWN))
                .isTrue();
        assertThat(new TopicIdentity("n2", "hawser.assignments", "id-2", 8).succeeds(KNOWN))
                .isFalse();
        assertThat(new TopicIdentity("n1", "other.assignments", "id-2", 8).succeeds(KNOWN))
                .isFalse();
    }
}
