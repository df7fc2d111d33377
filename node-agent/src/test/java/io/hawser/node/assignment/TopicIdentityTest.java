package io.hawser.node.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicIdentityTest {
    private static final TopicIdentity KNOWN = new TopicIdentity("n1", "hawser.assignments", "id-1", 8);

    @TempDir
    Path folder;

    @Test
    @DisplayName("What was written is read again; before that there is none")
    void isKept() throws IOException {
        Path file = folder.resolve("topic");

        assertThat(TopicIdentity.read(file)).isEmpty();
        KNOWN.write(file);
        assertThat(TopicIdentity.read(file)).contains(KNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n1 hawser.assignments id-1", "n1 hawser.assignments id-1 eight"})
    @DisplayName("A file that holds something else is no identity, and is not taken for none")
    void whatCannotBeRead(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("topic"), text);

        assertThatThrownBy(() -> TopicIdentity.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    @DisplayName("A topic with another id or other partitions takes nothing down, and the sentence says what ends that")
    void anotherTopicTakesNothingDown() {
        Path file = folder.resolve("topic");

        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-1", 8), file))
                .isEmpty();
        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-2", 8), file))
                .hasValueSatisfying(
                        message -> assertThat(message).contains("id-1", "id-2", "with a new id", file.toString()));
        assertThat(KNOWN.difference(new TopicIdentity("n1", "hawser.assignments", "id-1", 16), file))
                .isPresent();
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
