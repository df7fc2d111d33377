package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.scenario.Act.Malformation;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MalformedTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "hawser/test");
    private static final RecordDecoder DECODER = new RecordDecoder(MessageTypes.of(
            Task.getDefaultInstance(),
            CreateVolume.getDefaultInstance(),
            RegisterVolume.getDefaultInstance(),
            RemoveVolume.getDefaultInstance()));
    private static final Task TASK = Task.newBuilder().setName("t").build();
    private static final RemoveVolume REMOVAL =
            RemoveVolume.newBuilder().setName("v").build();

    @Test
    @DisplayName("Each way to spoil a record is taken for what it is, and none for a proper record")
    void everySpoiltRecordIsRecognised() {
        assertThat(decoded(HawserTopic.TASKS, "t", TASK, Malformation.UNDECODABLE))
                .isInstanceOf(Decoded.Malformed.class);
        assertThat(decoded(HawserTopic.TASKS, "t", TASK, Malformation.NO_EVENT)).isInstanceOf(Decoded.Malformed.class);
        assertThat(decoded(HawserTopic.TASKS, "t", TASK, Malformation.BAD_ENUM)).isInstanceOf(Decoded.Invalid.class);
        assertThat(decoded(
                        HawserTopic.VOLUME_COMMANDS,
                        "v",
                        RegisterVolume.newBuilder().setName("v").build(),
                        Malformation.BAD_ENUM))
                .isInstanceOf(Decoded.Invalid.class);
        assertThat(decoded(HawserTopic.TASKS, "t", TASK, Malformation.UNKNOWN_TYPE))
                .isInstanceOf(Decoded.Newer.class);
        assertThat(decoded(HawserTopic.VOLUME_COMMANDS, "v", REMOVAL, Malformation.NO_KEY))
                .isInstanceOf(Decoded.Invalid.class);
        assertThat(decoded(HawserTopic.TASKS, "t", TASK, Malformation.FOREIGN_KEY))
                .isInstanceOfSatisfying(
                        Decoded.Known.class, known -> assertThat(known.key()).isNotEqualTo("t"));
    }

    @Test
    @DisplayName("A command to remove, which has no enum, is not made a proper one by the attempt to spoil it")
    void aRemovalIsNeverMadeByAccident() {
        assertThat(decoded(HawserTopic.VOLUME_COMMANDS, "v", REMOVAL, Malformation.BAD_ENUM))
                .isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    @DisplayName("A record without key goes only where the broker takes one")
    void noKeyOnlyWhereItIsTaken() {
        assertThat(spoilt(HawserTopic.TASKS, "t", TASK, Malformation.NO_KEY).key())
                .isNotNull();
        assertThat(spoilt(HawserTopic.VOLUME_COMMANDS, "v", REMOVAL, Malformation.NO_KEY)
                        .key())
                .isNull();
    }

    @Test
    @DisplayName("What has to become of a bad record goes by what it turns out to be, and an answer by its own id")
    void everyBadRecordHasItsFate() {
        for (Malformation how : Malformation.values()) {
            // Given
            CreateVolume command = CreateVolume.newBuilder().setName("v").build();

            // When
            Malformed bad =
                    Malformed.of(ENCODER.encode(HawserTopic.VOLUME_COMMANDS, "v", "id", command, Instant.EPOCH), how);

            // Then
            assertThat(bad.id()).isEqualTo("id-" + how);
            assertThat(bad.fate())
                    .as(how.name())
                    .isEqualTo(
                            switch (decoded(HawserTopic.VOLUME_COMMANDS, "v", command, how)) {
                                case Decoded.Malformed dead -> Malformed.Fate.DEAD;
                                // A command, for whose answer somebody waits.
                                case Decoded.Newer newer -> Malformed.Fate.REJECTED;
                                // Of another key than its name: a proper record, and no proper command.
                                case Decoded.Known foreign -> Malformed.Fate.REJECTED;
                                case Decoded.Invalid invalid -> Malformed.Fate.REJECTED;
                                case Decoded.Tombstone none ->
                                    throw new AssertionError("not made of this record: " + none);
                            });
        }
    }

    @Test
    @DisplayName("A state record of an unknown type is skipped: nobody waits for an answer to it")
    void stateOfAnUnknownType() {
        assertThat(Malformed.of(
                                ENCODER.encode(HawserTopic.TASKS, "t", "id", TASK, Instant.EPOCH),
                                Malformation.UNKNOWN_TYPE)
                        .fate())
                .isEqualTo(Malformed.Fate.SKIPPED);
    }

    private static ProducerRecord<byte[], byte[]> spoilt(
            HawserTopic topic, String key, Message message, Malformation how) {
        return Malformed.of(ENCODER.encode(topic, key, "id", message, Instant.EPOCH), how)
                .record();
    }

    private static Decoded decoded(HawserTopic topic, String key, Message message, Malformation how) {
        ProducerRecord<byte[], byte[]> sent = spoilt(topic, key, message, how);
        return DECODER.decode(new ConsumerRecord<>(
                sent.topic(),
                0,
                0L,
                0L,
                TimestampType.CREATE_TIME,
                0,
                0,
                sent.key(),
                sent.value(),
                sent.headers(),
                java.util.Optional.empty()));
    }
}
