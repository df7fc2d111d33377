package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorableTextTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "me");
    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.of(
            CreateVolume.getDefaultInstance(), Task.getDefaultInstance(), Assignment.getDefaultInstance()));

    @Test
    @DisplayName("A NUL anywhere in a message's text is refused, naming the field: in lists, in maps' keys and values")
    void aNulIsRefusedNamingTheField() {
        VolumeSpec.Builder spec = VolumeSpec.newBuilder();
        assertField("name", CreateVolume.newBuilder().setName("a\0b"));
        assertField("spec.labels", create(spec.clone().putLabels("k\0", "v")));
        assertField("spec.labels", create(spec.clone().putLabels("k", "ok").putLabels("l", "\0")));
        assertField(
                "spec.mount.mount_flags[1]",
                create(spec.clone()
                        .setMount(MountAccess.newBuilder().addMountFlags("ro").addMountFlags("\0"))));
        assertField(
                "spec.secrets[0].name",
                create(spec.clone().addSecrets(SecretReference.newBuilder().setName("\0"))));
    }

    @Test
    @DisplayName("Text of any script, and beyond the basic plane, is stored as it is")
    void otherTextIsNotRefused() {
        assertThat(decode(
                        "v",
                        "id",
                        create(VolumeSpec.newBuilder().putLabels("\uD83D\uDE00", "\uFFFF\n\u0001é"))
                                .build()))
                .isInstanceOf(Decoded.Known.class);
    }

    @Test
    @DisplayName("What a plugin made up is handed back to it as it came")
    void whatAPluginMadeUpIsNotRefused() {
        assertThat(decode(
                        "n/v",
                        "id",
                        Assignment.newBuilder()
                                .putVolumeContext("k", "\0")
                                .putPublishContext("\0", "")
                                .build()))
                .isInstanceOf(Decoded.Known.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "Half of a surrogate pair, which JSON lets through and UTF-8 cannot write, is refused, naming the field")
    void halfAPairIsRefused(boolean structured) {
        String json = "{\"name\":\"v\",\"spec\":{\"parameters\":{\"k\":\"x\\udc00\"}}}";
        ConsumerRecord<byte[], byte[]> record = structured
                ? plain("{\"specversion\":\"1.0\",\"id\":\"c\",\"source\":\"s\",\"type\":\"hawser.v1.CreateVolume\","
                        + "\"data\":" + json + "}")
                : inJson(json);

        assertThat(decoder.decode(record)).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
            assertThat(invalid.field()).isEqualTo("spec.parameters");
            assertThat(invalid.message()).isEqualTo("it has a value that holds half of a surrogate pair");
        });
    }

    @Test
    @DisplayName("A whole pair written as two escapes is a character")
    void aWholePairIsACharacter() {
        assertThat(decoder.decode(inJson("{\"name\":\"v\",\"spec\":{\"labels\":{\"k\":\"\\ud83d\\ude00\"}}}")))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(
                                ((CreateVolume) known.message()).getSpec().getLabelsOrThrow("k"))
                        .isEqualTo("\uD83D\uDE00"));
    }

    @Test
    @DisplayName("Nothing follows a JSON object")
    void nothingFollowsAJsonObject() {
        assertThat(decoder.decode(inJson("{\"name\":\"v\"} x"))).isInstanceOf(Decoded.Malformed.class);
        assertThat(decoder.decode(inJson("{\"name\":\"v\"}{}"))).isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    @DisplayName("A key with a NUL is refused naming the key; under an id with one nobody is answered")
    void keysAndIds() {
        assertThat(decode("k\0", "id", create(VolumeSpec.newBuilder()).build()))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
                    assertThat(invalid.field()).isEqualTo("key");
                    assertThat(invalid.key()).contains("k\uFFFD");
                });
        assertThat(decode("k", "i\0d", create(VolumeSpec.newBuilder()).build()))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
                    assertThat(malformed.id()).isEmpty();
                    assertThat(malformed.message()).isEqualTo("the id holds a NUL character");
                });
    }

    @Test
    @DisplayName("A tombstone whose key holds a NUL names nothing")
    void aTombstoneWithANulNamesNothing() {
        assertThat(decoder.decode(new ConsumerRecord<>("hawser.tasks", 0, 0, utf8("t\0"), null)))
                .isInstanceOf(Decoded.Malformed.class);
    }

    @ParameterizedTest
    @CsvSource({"a, a", "'', ''"})
    @DisplayName("Text that can be stored is not touched")
    void mendedLeavesSoundText(String text, String same) {
        assertThat(StorableText.mended(text)).isSameAs(text).isEqualTo(same);
        assertThat(StorableText.mended("\uD83D\uDE00\uD83D\0\uDE00")).isEqualTo("\uD83D\uDE00\uFFFD\uFFFD\uFFFD");
    }

    private void assertField(String field, CreateVolume.Builder message) {
        assertThat(decode("v", "id", message.build())).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
            assertThat(invalid.field()).isEqualTo(field);
            assertThat(invalid.message()).contains("NUL").doesNotContain("\0");
        });
    }

    private static CreateVolume.Builder create(VolumeSpec.Builder spec) {
        return CreateVolume.newBuilder().setName("v").setSpec(spec);
    }

    private Decoded decode(String key, String id, Message message) {
        var written = ProducerRecords.of(
                ENCODER.encode(HawserTopic.VOLUME_COMMANDS, key, id, message, Instant.EPOCH), topic -> 1);
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(written.topic(), 0, 0, written.key(), written.value());
        written.headers().forEach(read.headers()::add);
        return decoder.decode(read);
    }

    private static ConsumerRecord<byte[], byte[]> inJson(String json) {
        ConsumerRecord<byte[], byte[]> record = plain(json);
        record.headers().add("ce_specversion", utf8("1.0"));
        record.headers().add("ce_id", utf8("c"));
        record.headers().add("ce_source", utf8("s"));
        record.headers().add("ce_type", utf8("hawser.v1.CreateVolume"));
        record.headers().add("content-type", utf8("application/json"));
        return record;
    }

    private static ConsumerRecord<byte[], byte[]> plain(String value) {
        return new ConsumerRecord<>("hawser.volume-commands", 0, 0, utf8("v"), utf8(value));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
