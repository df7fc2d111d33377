package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.node.report.NodePublisher;
import io.hawser.node.report.Revisions;
import io.hawser.node.report.StateWriter;
import io.hawser.v1.AgentIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootTopicTest {
    private static final TopicIdentity FIRST = new TopicIdentity("n1", "hawser.assignments", "a", 6);
    private static final TopicIdentity SECOND = new TopicIdentity("n1", "hawser.assignments", "b", 6);

    private final AtomicInteger ended = new AtomicInteger();

    @TempDir
    Path folder;

    private Path file;
    private UnmountHold hold;
    private RootTopic topic;

    @BeforeEach
    void open() throws Exception {
        file = folder.resolve("assignments-topic");
        RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "sample");
        hold = new UnmountHold(
                "n1",
                new NodePublisher(
                        "n1",
                        AgentIdentity.getDefaultInstance(),
                        encoder,
                        new StateWriter(encoder, Duration.ofSeconds(1), _ -> false),
                        Revisions.open(folder.resolve("revisions"), Clock.systemUTC()),
                        Clock.systemUTC()));
        topic = new RootTopic(file, hold, ended::incrementAndGet);
    }

    @Test
    @DisplayName("A file that cannot be read holds all unmounts until it can be read")
    void aFailedReadHoldsUntilTheNextOne() throws Exception {
        // Given
        Files.createDirectory(file);
        topic.reading(FIRST);
        assertThat(hold.message()).isPresent();

        // When
        Files.delete(file);
        FIRST.write(file);
        topic.reading(FIRST);

        // Then
        assertThat(hold.message()).isEmpty();
        assertThat(ended).hasValue(1);
        topic.reading(FIRST);
        assertThat(ended).hasValue(1);
    }

    @Test
    @DisplayName("Another topic holds all unmounts at each look, until it is complete")
    void anotherTopicHoldsUntilItIsComplete() {
        // Given
        topic.reading(FIRST);
        assertThat(hold.message()).isEmpty();

        // When
        topic.reading(SECOND);
        topic.reading(SECOND);

        // Then
        assertThat(hold.message()).isPresent();

        // When
        topic.complete(SECOND);

        // Then
        assertThat(hold.message()).isEmpty();
        assertThat(ended).hasValue(1);
    }

    @Test
    @DisplayName("A mark whose topic cannot be written down counts at the next look")
    void aMarkCountsUntilItIsWritten() throws Exception {
        // Given
        topic.reading(FIRST);
        Files.createDirectory(folder.resolve("assignments-topic.new"));
        topic.complete(SECOND);
        assertThat(hold.message()).isPresent();

        // When
        Files.deleteIfExists(folder.resolve("assignments-topic.new"));
        topic.reading(SECOND);

        // Then
        assertThat(hold.message()).isEmpty();
        assertThat(TopicIdentity.read(file)).contains(SECOND);
    }

    @Test
    @DisplayName("A complete topic of another node ends no hold")
    void anotherNodesTopicIsNoSuccessor() {
        // Given
        topic.reading(new TopicIdentity("n2", "hawser.assignments", "a", 6));

        // When
        topic.complete(FIRST);

        // Then
        assertThat(hold.message()).isPresent();
    }
}
