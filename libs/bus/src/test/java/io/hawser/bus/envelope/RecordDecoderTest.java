package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordDecoderTest {
    private static final String TYPE = "hawser.v1.CreateVolume";
    private static final Origin ORIGIN = new Origin("hawser.volume-commands", "", 3, 17);
    private static final CreateVolume COMMAND = CreateVolume.newBuilder()
            .setName("v1")
            .setSpec(VolumeSpec.newBuilder().setPlugin("p").setScope(Scope.SCOPE_MULTI_NODE))
            .build();
    private static final String COMMAND_JSON =
            "{\"name\":\"v1\",\"spec\":{\"plugin\":\"p\",\"scope\":\"SCOPE_MULTI_NODE\"}}";

    private final RecordDecoder decoder =
            new RecordDecoder(MessageTypes.of(CreateVolume.getDefaultInstance(), Task.getDefaultInstance()));

    @Test
    void readsBinaryModeWithProtobuf() {
        assertThat(decoder.decode(binary("v1", TYPE, "application/protobuf", COMMAND.toByteArray())))
                .isEqualTo(known());
    }

    @Test
    void readsBinaryModeWithJson() {
        assertThat(decoder.decode(binary("v1", TYPE, "application/json", utf8(COMMAND_JSON))))
                .isEqualTo(known());
    }

    @Test
    void readsJsonWithTheContractsOwnFieldNames() {
        byte[] json = utf8("{\"name\":\"t\",\"mounts\":[{\"source\":\"v\",\"target\":\"/d\",\"read_only\":true}]}");

        Decoded decoded = decoder.decode(binary("t", "hawser.v1.Task", "application/json", json));

        assertThat(decoded).isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(
                        ((Task) known.message()).getMounts(0).getReadOnly())
                .isTrue());
    }

    @Test
    void readsStructuredModeByItsContentType() {
        ConsumerRecord<byte[], byte[]> record = plain("v1", structured(COMMAND_JSON));
        header(record, "content-type", "application/cloudevents+json");

        assertThat(decoder.decode(record)).isEqualTo(known());
    }

    @Test
    void readsStructuredModeByItsFirstByte() {
        assertThat(decoder.decode(plain("v1", structured(COMMAND_JSON)))).isEqualTo(known());
    }

    @Test
    void structuredModeNeedNotSayThatItsDataIsJson() {
        String event = "{\"specversion\":\"1.0\",\"id\":\"c-1\",\"source\":\"me\",\"type\":\"" + TYPE + "\",\"data\":"
                + COMMAND_JSON + "}";

        assertThat(decoder.decode(plain("v1", event))).isEqualTo(known());
    }

    @Test
    void structuredModeMayCarryProtobuf() {
        String event = "{\"specversion\":\"1.0\",\"id\":\"c-1\",\"source\":\"me\",\"type\":\"" + TYPE
                + "\",\"datacontenttype\":\"application/protobuf\",\"data_base64\":\""
                + Base64.getEncoder().encodeToString(COMMAND.toByteArray()) + "\"}";

        assertThat(decoder.decode(plain("v1", event))).isEqualTo(known());
    }

    @Test
    void ignoresFieldsOfALaterVersion() {
        // Given
        CreateVolume later = COMMAND.toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                99,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("new"))
                                        .build())
                        .build())
                .build();
        String laterJson = COMMAND_JSON.replace("\"name\"", "\"later\":{\"x\":1},\"name\"");

        // When
        Decoded fromBytes = decoder.decode(binary("v1", TYPE, "application/protobuf", later.toByteArray()));
        Decoded fromJson = decoder.decode(binary("v1", TYPE, "application/json", utf8(laterJson)));

        // Then
        assertThat(fromBytes).isInstanceOf(Decoded.Known.class);
        assertThat(fromJson)
                .isEqualTo(new Decoded.Known(
                        ORIGIN,
                        "v1",
                        "c-1",
                        TYPE,
                        COMMAND,
                        List.of("'later' is unknown and ignored: CreateVolume has name, spec")));
    }

    @Test
    void anUnknownEnumNumberIsInvalidAndNamesTheField() {
        CreateVolume command = COMMAND.toBuilder()
                .setSpec(COMMAND.getSpec().toBuilder().setSharingValue(77))
                .build();

        assertThat(decoder.decode(binary("v1", TYPE, "application/protobuf", command.toByteArray())))
                .isEqualTo(new Decoded.Invalid(
                        ORIGIN,
                        Optional.of("v1"),
                        "c-1",
                        TYPE,
                        "spec.sharing",
                        "unknown value '77'",
                        List.of(),
                        Optional.of(command)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"SHARING_LATER\"", "77", "\"77\""})
    void anUnknownEnumValueInJsonIsInvalidAndNeverReadAsZero(String value) {
        String json = "{\"name\":\"v1\",\"spec\":{\"sharing\":" + value + "}}";

        Decoded decoded = decoder.decode(plain("v1", structured(json)));

        assertThat(decoded).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.field())
                .isEqualTo("spec.sharing"));
    }

    @Test
    void aKnownEnumNumberInJsonIsKnown() {
        String json = "{\"name\":\"v1\",\"spec\":{\"sharing\":4}}";

        Decoded decoded = decoder.decode(plain("v1", structured(json)));

        assertThat(decoded).isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(
                        ((CreateVolume) known.message()).getSpec().getSharing())
                .isEqualTo(Sharing.SHARING_ALL));
    }

    @Test
    void anUnknownEnumValueAtTheTopNamesItsField() {
        byte[] task =
                Task.newBuilder().setName("t").setObservedValue(50).build().toByteArray();

        assertThat(decoder.decode(binary("t", "hawser.v1.Task", "application/protobuf", task)))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.field())
                        .isEqualTo("observed"));
    }

    @Test
    void anUnknownTypeIsNewer() {
        assertThat(decoder.decode(binary("v1", "hawser.v1.CloneVolume", "application/protobuf", new byte[] {1})))
                .isEqualTo(new Decoded.Newer(ORIGIN, Optional.of("v1"), "c-1", "hawser.v1.CloneVolume"));
    }

    @Test
    void aRecordWithoutKeyIsInvalid() {
        assertThat(decoder.decode(plain(null, structured(COMMAND_JSON))))
                .isEqualTo(new Decoded.Invalid(
                        ORIGIN,
                        Optional.empty(),
                        "c-1",
                        TYPE,
                        "key",
                        "the record has no key",
                        List.of(),
                        Optional.of(COMMAND)));
        assertThat(decoder.decode(plain("", structured(COMMAND_JSON))))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.field())
                        .isEqualTo("key"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "hello", "{", "{}", "{\"specversion\":\"1.0\"}", "[1]", "{\"id\":1,\"type\":", "null"})
    void whatIsNoCloudEventIsMalformed(String value) {
        assertThat(decoder.decode(plain("v1", value))).isInstanceOf(Decoded.Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "[]",
                "1",
                "{\"name\":{}}",
                "{\"name\":\"v1\",",
                "{\"spec\":{\"capacity\":{\"requiredBytes\":\"x\"}}}"
            })
    void dataThatIsNotOfItsTypeIsMalformedAndKeepsTheEventsId(String json) {
        assertThat(decoder.decode(binary("v1", TYPE, "application/json", utf8(json))))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
                    assertThat(malformed.id()).contains("c-1");
                    assertThat(malformed.type()).contains(TYPE);
                    assertThat(malformed.message()).contains(TYPE);
                });
    }

    @Test
    void bytesThatAreNoProtobufAreMalformed() {
        assertThat(decoder.decode(binary("v1", TYPE, "application/protobuf", new byte[] {(byte) 0xff, 1, 2})))
                .isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    void aTombstoneNamesWhatIsGone() {
        assertThat(decoder.decode(record("v1", null))).isEqualTo(new Decoded.Tombstone(ORIGIN, "v1"));
    }

    @Test
    @DisplayName("An event with an empty id is malformed: all events without one would be one command")
    void anEmptyIdIsMalformed() {
        assertThat(decoder.decode(
                        plain(null, structured(COMMAND_JSON).replaceFirst("\"id\" *: *\"[^\"]*\"", "\"id\":\"\""))))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .isEqualTo("the id is empty"));
    }

    @Test
    void aTombstoneWithoutKeyIsMalformed() {
        assertThat(decoder.decode(record(null, null))).isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    void noBytesMakeItThrow() {
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            byte[] value = new byte[random.nextInt(64)];
            random.nextBytes(value);
            assertThat(decoder.decode(record("k", value))).isNotNull();
            assertThat(decoder.decode(binary("k", TYPE, "application/protobuf", value)))
                    .isNotNull();
            assertThat(decoder.decode(binary("k", TYPE, "application/json", value)))
                    .isNotNull();
        }
    }

    @Test
    void noHalfOfAGoodRecordMakesItThrow() {
        String whole = structured(COMMAND_JSON);
        for (int length = 0; length < whole.length(); length++) {
            assertThat(decoder.decode(plain("v1", whole.substring(0, length)))).isInstanceOf(Decoded.Malformed.class);
        }
    }

    @Test
    void readsWhatTheEncoderWrites() {
        // Given
        RecordEncoder encoder = new RecordEncoder(io.hawser.bus.topic.TopicNames.DEFAULT, "me");
        Task task = Task.newBuilder()
                .setName("t")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .build();

        // When
        var written = ProducerRecords.of(
                encoder.state(io.hawser.bus.topic.HawserTopic.TASKS, "t", 5, task, java.time.Instant.EPOCH),
                topic -> 1);
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(written.topic(), 0, 0, written.key(), written.value());
        written.headers().forEach(read.headers()::add);

        // Then
        assertThat(decoder.decode(read))
                .isEqualTo(new Decoded.Known(
                        new Origin("hawser.tasks", "", 0, 0), "t", "tasks/t/5", "hawser.v1.Task", task));
    }

    private static Decoded known() {
        return new Decoded.Known(ORIGIN, "v1", "c-1", TYPE, COMMAND);
    }

    private static String structured(String data) {
        return "{\"specversion\":\"1.0\",\"id\":\"c-1\",\"source\":\"me\",\"type\":\"" + TYPE
                + "\",\"datacontenttype\":\"application/json\",\"data\":" + data + "}";
    }

    private static ConsumerRecord<byte[], byte[]> binary(String key, String type, String contentType, byte[] value) {
        ConsumerRecord<byte[], byte[]> record = record(key, value);
        header(record, "ce_specversion", "1.0");
        header(record, "ce_id", "c-1");
        header(record, "ce_source", "me");
        header(record, "ce_type", type);
        header(record, "content-type", contentType);
        return record;
    }

    private static ConsumerRecord<byte[], byte[]> plain(String key, String value) {
        return record(key, utf8(value));
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, byte[] value) {
        return new ConsumerRecord<>(
                ORIGIN.topic(), ORIGIN.partition(), ORIGIN.offset(), key == null ? null : utf8(key), value);
    }

    private static void header(ConsumerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(new RecordHeader(name, utf8(value)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
