package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.assignment.TopicIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootTopicTest {
    private static final TopicIdentity FIRST = new TopicIdentity("n1", "hawser.assignments", "a", 6);
    private static final TopicIdentity SECOND = new TopicIdentity("n1", "hawser.assignments", "b", 6);

    private final AtomicInteger ended = new AtomicInteger();
    private final List<String> events = new ArrayList<>();

    @TempDir
    Path folder;

    private Path file;
    private RootTopic topic;

    @BeforeEach
    void open() throws Exception {
        file = folder.resolve("assignments-topic");
        topic = new RootTopic(file, (reason, _) -> events.add(reason), ended::incrementAndGet);
    }

    @Test
    @DisplayName("A file that cannot be read holds all unmounts until it can be read")
    void aFailedReadHoldsUntilTheNextOne() throws Exception {
        // Given
        Files.createDirectory(file);
        topic.reading(FIRST);
        assertThat(topic.hold()).isPresent();

        // When
        Files.delete(file);
        Files.writeString(file, FIRST.line());
        topic.reading(FIRST);

        // Then
        assertThat(topic.hold()).isEmpty();
        assertThat(ended).hasValue(1);
        topic.reading(FIRST);
        assertThat(ended).hasValue(1);
    }

    @Test
    @DisplayName("The first topic is written down")
    void theFirstTopicIsWrittenDown() throws Exception {
        topic.reading(FIRST);

        assertThat(Files.readString(file)).isEqualTo(FIRST.line());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n1 hawser.assignments id-1", "n1 hawser.assignments id-1 eight"})
    @DisplayName("A file that holds something else is not taken for none: it holds all unmounts, and is named")
    void whatCannotBeRead(String text) throws Exception {
        // Given
        Files.writeString(file, text);

        // When
        topic.complete(FIRST);

        // Then
        assertThat(topic.hold())
                .hasValueSatisfying(message -> assertThat(message).contains(file + " does not hold a node"));
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    @DisplayName("Another topic holds all unmounts at each look, until it is complete")
    void anotherTopicHoldsUntilItIsComplete() {
        // Given
        topic.reading(FIRST);
        assertThat(topic.hold()).isEmpty();

        // When
        topic.reading(SECOND);
        topic.reading(SECOND);

        // Then
        assertThat(topic.hold()).isPresent();
        assertThat(events).containsExactly("HeldBack");

        // When
        topic.complete(SECOND);

        // Then
        assertThat(topic.hold()).isEmpty();
        assertThat(ended).hasValue(1);
        assertThat(events).containsExactly("HeldBack", "HeldBackEnded");
    }

    @Test
    @DisplayName("More partitions of the same topic hold all unmounts, until it is complete with them")
    void morePartitions() {
        // Given
        TopicIdentity more = new TopicIdentity(FIRST.node(), FIRST.topic(), FIRST.id(), FIRST.partitions() + 1);
        topic.reading(FIRST);
        topic.reading(more);
        assertThat(topic.hold()).isPresent();

        // When
        topic.complete(more);

        // Then
        assertThat(topic.hold()).isEmpty();
    }

    @Test
    @DisplayName("A mark whose topic cannot be written down counts at the next look")
    void aMarkCountsUntilItIsWritten() throws Exception {
        // Given
        topic.reading(FIRST);
        Files.createDirectory(folder.resolve("assignments-topic.new"));
        topic.complete(SECOND);
        assertThat(topic.hold()).isPresent();

        // When
        Files.deleteIfExists(folder.resolve("assignments-topic.new"));
        topic.reading(SECOND);

        // Then
        assertThat(topic.hold()).isEmpty();
        assertThat(TopicIdentity.parse(Files.readString(file))).contains(SECOND);
    }

    @Test
    @DisplayName("A complete topic of another node ends no hold")
    void anotherNodesTopicIsNoSuccessor() {
        // Given
        topic.reading(new TopicIdentity("n2", "hawser.assignments", "a", 6));

        // When
        topic.complete(FIRST);

        // Then
        assertThat(topic.hold()).isPresent();
    }
}
