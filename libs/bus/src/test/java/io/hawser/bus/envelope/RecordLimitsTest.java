package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordLimitsTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "test");
    private static final String ENDLESS = "x".repeat(RecordLimits.READ_BYTES);

    private final RecordDecoder decoder =
            new RecordDecoder(MessageTypes.of(CreateVolume.getDefaultInstance(), Task.getDefaultInstance()));

    @Test
    @DisplayName("A record of ordinary size is what it was")
    void anOrdinaryRecordIsWhatItWas() {
        ConsumerRecord<byte[], byte[]> record = record("v", "c-1", command("v"));
        Decoded decoded = decoder.decode(record);

        assertThat(RecordLimits.held(record, decoded)).isSameAs(decoded);
    }

    @Test
    @DisplayName("A record that is too large is refused, naming the field that holds most of it")
    void aRecordThatIsTooLargeIsRefusedNamingTheField() {
        assertField(command(ENDLESS), "name");
        assertField(
                CreateVolume.newBuilder()
                        .setName("v")
                        .setSpec(VolumeSpec.newBuilder().putParameters("k", ENDLESS))
                        .build(),
                "spec.parameters");
        Task.Builder task = Task.newBuilder().setName("t");
        for (int i = 0; i < 20_000; i++) {
            task.addMounts(TaskMount.newBuilder().setSource("volume-" + i).setTarget("/mnt/" + i));
        }
        assertField(task.build(), "mounts");
    }

    @Test
    @DisplayName("Of a record that cannot be decoded, a key that is too long for any table is left out")
    void aMalformedRecordWithALongKey() {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("t", 0, 5, utf8("k".repeat(513)), utf8("garbage"));

        assertThat(RecordLimits.held(record, decoder.decode(record)))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
                    assertThat(malformed.key()).isEmpty();
                    assertThat(malformed.message()).isNotEmpty();
                });
    }

    @Test
    @DisplayName("Where a large envelope holds a small message no field is at fault")
    void aLargeEnvelopeNamesNoField() {
        ConsumerRecord<byte[], byte[]> record = record("v", "c-1", command("v"));
        record.headers().add(new RecordHeader("mine", utf8(ENDLESS)));

        assertThat(RecordLimits.held(record, decoder.decode(record)))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
                    assertThat(invalid.field()).isEmpty();
                    assertThat(invalid.message()).contains("bytes where " + RecordLimits.READ_BYTES);
                });
    }

    @Test
    @DisplayName("A key that is too long is refused as the key and repeated in part only")
    void aKeyThatIsTooLongIsRefused() {
        ConsumerRecord<byte[], byte[]> record = record("k".repeat(1000), "c-1", command("v"));

        assertThat(RecordLimits.held(record, decoder.decode(record)))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
                    assertThat(invalid.field()).isEqualTo("key");
                    assertThat(invalid.key().orElseThrow()).startsWith("kkk").hasSizeLessThan(600);
                });
    }

    @Test
    @DisplayName("Nobody can be answered under an id that is too long, and a tombstone of such a key names nothing")
    void whatCannotBeAnsweredIsMalformed() {
        ConsumerRecord<byte[], byte[]> record = record("v", "i".repeat(1000), command("v"));
        ConsumerRecord<byte[], byte[]> tombstone =
                new ConsumerRecord<>("hawser.tasks", 0, 0, utf8("k".repeat(1000)), null);

        assertThat(RecordLimits.held(record, decoder.decode(record)))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .startsWith("the id has 1000"));
        assertThat(RecordLimits.held(tombstone, decoder.decode(tombstone)))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .startsWith("the key has 1000"));
    }

    @Test
    @DisplayName("A record whose id is too long keeps its key, unless that is too long as well")
    void theKeyStaysUnlessItIsTooLong() {
        String id = "i".repeat(1000);
        VolumeSpec later = VolumeSpec.newBuilder().setScopeValue(99).build();

        assertThat(keyOf(record("v", id, command("v")))).contains("v");
        assertThat(keyOf(record("k".repeat(1000), id, command("v")))).isEmpty();
        assertThat(keyOf(record(
                        "v",
                        id,
                        CreateVolume.newBuilder().setName("v").setSpec(later).build())))
                .contains("v");
    }

    private Optional<String> keyOf(ConsumerRecord<byte[], byte[]> record) {
        return ((Decoded.Malformed) RecordLimits.held(record, decoder.decode(record))).key();
    }

    @Test
    @DisplayName("An unknown enum value is repeated in part only")
    void anUnknownValueIsRepeatedInPart() {
        byte[] json = utf8("{\"name\":\"v\",\"spec\":{\"scope\":\"" + ENDLESS + "\"}}");
        ConsumerRecord<byte[], byte[]> record = record("v", "c-1", command("v"));
        ConsumerRecord<byte[], byte[]> inJson = new ConsumerRecord<>("hawser.volume-commands", 0, 0, utf8("v"), json);
        record.headers().forEach(inJson.headers()::add);
        inJson.headers().remove("content-type").add("content-type", utf8("application/json"));

        assertThat(decoder.decode(inJson))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.message())
                        .hasSizeLessThan(600));
    }

    @Test
    @DisplayName("A dead letter that fits is whole; of one that does not, the beginning is there and its size is said")
    void aDeadLetterFits() {
        ConsumerRecord<byte[], byte[]> small = new ConsumerRecord<>("hawser.tasks", 1, 2, utf8("k"), utf8("garbage"));
        ConsumerRecord<byte[], byte[]> large =
                new ConsumerRecord<>("hawser.tasks", 1, 2, utf8("k".repeat(5000)), new byte[1_048_000]);

        OutgoingRecord whole = ENCODER.dead(HawserTopic.TASKS, small, "message");
        OutgoingRecord cut = ENCODER.dead(HawserTopic.TASKS, large, "message");

        assertThat(whole.value()).contains(ByteString.copyFrom(utf8("garbage")));
        assertThat(whole.headers()).doesNotContainKey("hawser_bytes");
        assertThat(cut.bytes()).isEqualTo(RecordLimits.WRITTEN_BYTES);
        assertThat(cut.headers())
                .containsEntry("hawser_bytes", "1048000")
                .containsEntry("hawser_partition", "1")
                .containsEntry("hawser_offset", "2");
        assertThat(cut.key()).hasSizeLessThan(600);
    }

    @Test
    @DisplayName(
            "What could not be sent leaves its beginning with its topic's dead letters; a dead letter with its like")
    void whatCouldNotBeSentLeavesItsBeginning() {
        OutgoingRecord result =
                ENCODER.encode(HawserTopic.COMMAND_RESULTS, "c-1", "id", command(ENDLESS), Instant.EPOCH);
        OutgoingRecord dead = new OutgoingRecord(
                "hawser.tasks.dead", "k", Optional.empty(), Map.of(), Optional.of(ByteString.copyFrom(utf8(ENDLESS))));

        assertThat(ENCODER.dead(result, "message")).satisfies(letter -> {
            assertThat(letter.topic()).isEqualTo("hawser.command-results.dead");
            assertThat(letter.key()).isEqualTo("c-1");
            assertThat(letter.bytes()).isEqualTo(16 * 1024);
            assertThat(letter.headers())
                    .containsEntry("hawser_topic", "hawser.command-results")
                    .containsKey("hawser_bytes");
        });
        assertThat(ENCODER.dead(dead, "message").topic()).isEqualTo("hawser.tasks.dead");
    }

    private void assertField(Message message, String field) {
        ConsumerRecord<byte[], byte[]> record = record("k", "c-1", message);

        assertThat(RecordLimits.held(record, decoder.decode(record)))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
                    assertThat(invalid.field()).isEqualTo(field);
                    assertThat(invalid.id()).isEqualTo("c-1");
                    assertThat(invalid.message()).hasSizeLessThan(100);
                });
    }

    private static CreateVolume command(String name) {
        return CreateVolume.newBuilder().setName(name).build();
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, String id, Message message) {
        var written = ProducerRecords.of(
                ENCODER.encode(HawserTopic.VOLUME_COMMANDS, key, id, message, Instant.EPOCH), topic -> 1);
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(written.topic(), 0, 0, written.key(), written.value());
        written.headers().forEach(read.headers()::add);
        return read;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
