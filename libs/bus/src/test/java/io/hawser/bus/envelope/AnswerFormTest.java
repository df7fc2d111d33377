package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Event;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerFormTest {
    private static final RecordEncoder JSON = new RecordEncoder(TopicNames.DEFAULT, "test", AnswerForm.JSON);

    static List<Samples.Sample> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    @DisplayName("With JSON answers, what orchestrators read is JSON, and all else stays protobuf")
    void jsonWhereOrchestratorsRead(Samples.Sample sample) throws Exception {
        // Given
        HawserTopic topic = TopicNames.DEFAULT.parse("hawser." + sample.topic()).orElseThrow();
        Message message = topic.messages().stream()
                .filter(type -> MessageTypes.nameOf(type).equals(sample.type()))
                .findFirst()
                .orElseThrow()
                .getParserForType()
                .parseFrom(sample.bytes());

        // When
        OutgoingRecord written = JSON.encode(topic, sample.key(), "id", message, Instant.EPOCH);

        // Then
        boolean json = topic.isForOrchestrators();
        assertThat(written.headers().get("content-type")).isEqualTo(json ? "application/json" : "application/protobuf");
        assertThat(written.value().orElseThrow().byteAt(0) == '{').isEqualTo(json);
        assertThat(new RecordDecoder(MessageTypes.onAll()).decode(asRead(written)))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> {
                    assertThat(known.message()).isEqualTo(message);
                    assertThat(known.warnings()).isEmpty();
                });
    }

    @Test
    @DisplayName("Only topics that no service of Hawser derives its state from may be JSON")
    void whichTopics() {
        assertThat(EnumSet.allOf(HawserTopic.class).stream().filter(HawserTopic::isForOrchestrators))
                .noneMatch(HawserTopic::writtenByOrchestrator)
                .contains(HawserTopic.VOLUMES, HawserTopic.COMMAND_RESULTS)
                .doesNotContain(HawserTopic.ASSIGNMENTS, HawserTopic.MOUNTS, HawserTopic.FINGERPRINTS);
    }

    @Test
    @DisplayName("JSON is one line with the names of the JSON mapping, so that a line is a record")
    void oneLine() {
        CommandResult result =
                CommandResult.newBuilder().setCommandId("a\nb").setRevision(7).build();

        assertThat(JSON.encode(HawserTopic.COMMAND_RESULTS, "k", "id", result, Instant.EPOCH)
                        .value()
                        .orElseThrow()
                        .toStringUtf8())
                .isEqualTo("{\"commandId\":\"a\\nb\",\"revision\":\"7\"}");
    }

    @Test
    @DisplayName(
            "A record that is too large only as JSON is written as protobuf, because nobody would get it otherwise")
    void tooLargeAsJson() {
        Event event = Event.newBuilder().setMessage("\u0001".repeat(300_000)).build();

        OutgoingRecord written = JSON.encode(HawserTopic.EVENTS, "k", "id", event, Instant.EPOCH);

        assertThat(written.headers()).containsEntry("content-type", "application/protobuf");
        assertThat(written.bytes()).isLessThan(RecordLimits.WRITTEN_BYTES);
    }

    private static ConsumerRecord<byte[], byte[]> asRead(OutgoingRecord record) {
        ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>(
                record.topic(),
                0,
                0,
                record.key().getBytes(StandardCharsets.UTF_8),
                record.value().orElseThrow().toByteArray());
        record.headers().forEach((name, value) -> read.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return read;
    }
}
