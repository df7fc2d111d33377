package io.hawser.node.assignment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.NodeAgent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssignmentCacheTest {
    private static final RecordDecoder DECODER = new RecordDecoder(MessageTypes.on(HawserTopic.ASSIGNMENTS));
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "test");
    private static final AgentIdentity SELF =
            AgentIdentity.newBuilder().setRoot("r1").setMachine("m1").build();

    private final AssignmentCache book = new AssignmentCache("n1", SELF);

    @Test
    void keepsTheNewestOfItsOwnNodeOnly() {
        // Given
        apply("n1/data", Sample.assignment(2, "t1").build());
        // When
        Optional<String> older = apply("n1/data", Sample.assignment(1).build());
        Optional<String> others =
                apply("n10/data", Sample.assignment(3).setNode("n10").build());
        // Then
        assertThat(older).isEmpty();
        assertThat(others).isEmpty();
        assertThat(generation()).isEqualTo(2);
    }

    @Test
    void aPartitionThatIsReadAgainBringsNothingOldBack() {
        // Given
        apply("n1/data", Sample.assignment(1, "t1").build());
        tombstone("n1/data");
        apply("n1/data", Sample.assignment(2).setNothing(true).build());
        tombstone("n1/data");
        apply("n1/data", Sample.assignment(3, "t2").build());
        // When
        apply("n1/data", Sample.assignment(1, "t1").build());
        tombstone("n1/data");
        apply("n1/data", Sample.assignment(2).setNothing(true).build());
        // Then
        assertThat(book.latest("data")).isEmpty();
        apply("n1/data", Sample.assignment(3, "t2").build());
        assertThat(generation()).isEqualTo(3);
    }

    @Test
    @DisplayName("A volume that is created again may begin with a lower generation, if a clock was set back")
    void anotherCreationBeginsLower() {
        // Given
        apply("n1/data", Sample.assignment(7, "t1").setUid("first").build());
        tombstone("n1/data");
        // When
        Optional<String> again =
                apply("n1/data", Sample.assignment(3, "t2").setUid("second").build());
        // Then
        assertThat(again).contains("data");
        assertThat(generation()).isEqualTo(3);
        assertThat(apply("n1/data", Sample.assignment(2).setUid("second").build()))
                .isEmpty();
    }

    @Test
    @DisplayName("What a topic that was made again does not hold stands until it is complete, and is gone then")
    void aTopicThatWasMadeAgain() {
        // Given
        apply("n1/data", Sample.assignment(1, "t1").build());
        apply("n1/other", Sample.assignment(2, "t2").setVolume("other").build());
        // When
        book.beginAgain();
        apply("n1/data", Sample.assignment(1, "t1").build());
        assertThat(book.volumes()).containsExactlyInAnyOrder("data", "other");
        // Then
        assertThat(book.complete()).containsExactly("other");
        assertThat(book.volumes()).containsExactly("data");
        assertThat(book.complete()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"r2,m1", "r1,m2", "'',m1"})
    @DisplayName("While another agent counts as the node's, or none does, only orders to let go are for this one")
    void anotherAgentCounts(String root, String machine) {
        // Given
        apply("n1/data", Sample.assignment(1, "t1").build());
        apply("n1/over", assignment("over", 1).toBuilder().setNothing(true).build());
        // When
        agent("n1", root, machine);
        agent("n2", "r1", "m1");
        // Then
        assertThat(book.latest("data")).containsInstanceOf(DesiredState.NotForThisAgent.class);
        assertThat(book.latest("over")).containsInstanceOf(DesiredState.Usable.class);
        assertThat(book.notCounted()).isPresent();
        agent("n1", "r1", "m1");
        assertThat(generation()).isEqualTo(1);
        assertThat(book.notCounted()).isEmpty();
    }

    @Test
    @DisplayName("A record that does not say which agent counts changes nothing; its tombstone lets each agent count")
    void whoCountsCannotBeRead() {
        // Given
        agent("n1", "r2", "m2");
        // When
        book.apply("n1", DECODER.decode(new ConsumerRecord<>("t", 0, 5, "n1".getBytes(UTF_8), new byte[] {1, 2})));
        encode("n1", NodeAgent.newBuilder().setNode("n2").setRoot("r1").setMachine("m1"));
        encode("n1", Sample.assignment(1));
        // Then
        assertThat(book.notCounted()).isPresent();
        tombstone("n1");
        assertThat(book.notCounted()).isEmpty();
    }

    @Test
    @DisplayName("Which agent counts stays known while the topic is made again, until it is complete without that")
    void whoCountsInATopicThatWasMadeAgain() {
        // Given
        agent("n1", "r2", "m2");
        book.beginAgain();
        assertThat(book.notCounted()).isPresent();
        // When
        agent("n1", "r2", "m2");
        book.complete();
        // Then
        assertThat(book.notCounted()).isPresent();
        book.beginAgain();
        book.complete();
        assertThat(book.notCounted()).isEmpty();
    }

    @Test
    @DisplayName("Of volumes that went, ten thousand are remembered; of those that have an assignment, all")
    void forgetsVolumesThatWentLongAgo() {
        // Given
        apply("n1/first", assignment("first", 7));
        apply("n1/stays", assignment("stays", 7));
        for (String volume : List.of("first", "second")) {
            apply("n1/" + volume, assignment(volume, 7));
            tombstone("n1/" + volume);
        }

        // When
        for (int i = 1; i < 10_000; i++) {
            apply("n1/v" + i, assignment("v" + i, 7));
            tombstone("n1/v" + i);
        }

        // Then
        assertThat(apply("n1/second", assignment("second", 6))).isEmpty();
        assertThat(apply("n1/v9999", assignment("v9999", 6))).isEmpty();
        assertThat(apply("n1/stays", assignment("stays", 6))).isEmpty();
        assertThat(apply("n1/first", assignment("first", 6))).contains("first");
    }

    private static Assignment assignment(String volume, long generation) {
        return Sample.assignment(generation).setVolume(volume).build();
    }

    @Test
    @Tag("nomad-25")
    @Tag("nomad-26")
    @DisplayName(
            "An access mode of a later version is refused, naming the field, and the older assignment is not acted on")
    void anUnknownModeIsRefused() {
        // Given
        apply("n1/data", Sample.assignment(1, "t1").build());
        // When
        Optional<String> changed =
                apply("n1/data", Sample.assignment(2, "t1").setSharingValue(77).build());
        // Then
        assertThat(changed).contains("data");
        assertThat(book.latest("data")).hasValueSatisfying(read -> assertThat(((DesiredState.Refused) read).field())
                .isEqualTo("sharing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "a/b", "", "A"})
    void idsThatCouldLeadElsewhereAreRefused(String id) {
        // Given
        Assignment bad = Sample.assignment(1)
                .addTargets(AssignmentTarget.newBuilder().setId(id))
                .build();
        // When
        apply("n1/data", bad);
        // Then
        assertThat(book.latest("data")).hasValueSatisfying(read -> assertThat(((DesiredState.Refused) read).field())
                .isEqualTo("targets[0].id"));
    }

    @Test
    void garbageUnderAKnownKeyStopsActingOnTheVolume() {
        // Given
        apply("n1/data", Sample.assignment(1, "t1").build());
        // When
        Optional<String> changed = book.apply(
                "n1/data",
                DECODER.decode(new ConsumerRecord<>("t", 0, 5, "n1/data".getBytes(UTF_8), new byte[] {1, 2, 3})));
        // Then
        assertThat(changed).contains("data");
        assertThat(book.latest("data"))
                .hasValueSatisfying(read -> assertThat(read).isInstanceOf(DesiredState.Refused.class));
    }

    @Test
    void aRecordThatNamesAnotherVolumeThanItsKeyIsRefused() {
        // Given
        Assignment other = Sample.assignment(1).setVolume("other").build();
        // When
        apply("n1/data", other);
        // Then
        assertThat(book.latest("data")).hasValueSatisfying(read -> assertThat(((DesiredState.Refused) read).field())
                .isEqualTo("key"));
        assertThat(book.latest("other")).isEmpty();
    }

    @Test
    @DisplayName("An assignment of another node under this node's key is refused, naming the key")
    void aRecordThatNamesAnotherNodeThanItsKeyIsRefused() {
        // Given
        Assignment other = Sample.assignment(1, "t1").setNode("n2").build();

        // When
        Optional<String> changed = apply("n1/data", other);

        // Then
        assertThat(changed).contains("data");
        assertThat(book.latest("data")).hasValueSatisfying(read -> assertThat(((DesiredState.Refused) read).field())
                .isEqualTo("key"));
    }

    @Test
    @DisplayName("A tombstone changes what there was an assignment of, and nothing else")
    void aTombstoneOfNothingChangesNothing() {
        // Given
        apply("n1/data", Sample.assignment(1).build());
        Decoded tombstone = DECODER.decode(new ConsumerRecord<>("t", 0, 0, "n1/data".getBytes(UTF_8), null));

        // Then
        assertThat(book.volumes()).containsExactly("data");
        assertThat(book.apply("n1/data", tombstone)).contains("data");
        assertThat(book.apply("n1/data", tombstone)).isEmpty();
        assertThat(book.volumes()).isEmpty();
    }

    private Optional<String> apply(String key, Assignment assignment) {
        return encode(key, assignment.toBuilder());
    }

    private void agent(String node, String root, String machine) {
        encode(node, NodeAgent.newBuilder().setNode(node).setRoot(root).setMachine(machine));
    }

    private Optional<String> encode(String key, Message.Builder message) {
        var record = ProducerRecords.of(
                ENCODER.encode(HawserTopic.ASSIGNMENTS, key, "id", message.build(), Instant.EPOCH), _ -> 1);
        var consumed = new ConsumerRecord<>("t", 0, 0, record.key(), record.value());
        record.headers().forEach(consumed.headers()::add);
        return book.apply(key, DECODER.decode(consumed));
    }

    private void tombstone(String key) {
        Decoded decoded = DECODER.decode(new ConsumerRecord<>("t", 0, 0, key.getBytes(UTF_8), null));
        book.apply(key, decoded);
    }

    private long generation() {
        return book.latest("data")
                .map(read -> ((DesiredState.Usable) read).desired().generation())
                .orElse(0L);
    }
}
