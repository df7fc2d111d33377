package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.VolumeCapability;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownEnumsTest {
    private static final String TYPE = "hawser.v1.Service";
    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.of(Service.getDefaultInstance()));

    @Test
    @DisplayName("An unknown number in a list is refused, naming which of the list's entries holds it")
    void anUnknownNumberInAList() {
        // Given
        Service service = Service.newBuilder()
                .setName("s")
                .addVolumes(ServiceVolume.newBuilder().setPolicyValue(2))
                .addVolumes(ServiceVolume.newBuilder().setPolicyValue(9))
                .build();

        // When
        Decoded decoded = decoder.decode(record("application/protobuf", service.toByteArray()));

        // Then
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
            assertThat(invalid.field()).isEqualTo("volumes[1].policy");
            assertThat(invalid.message()).isEqualTo("unknown value '9'");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"volumes":[{"policy":"VOLUME_POLICY_DELETE"},{"policy":"SHRED"}]} | volumes[1].policy
            {"volumes":[{"policy":"SHRED"},{"policy":"VOLUME_POLICY_DELETE"}]} | volumes[0].policy
            {"volumes":[null,{"name":null,"policy":"SHRED"}]}                  | volumes[1].policy
            {"volumes":{"policy":"SHRED"}}                                     | volumes[0].policy
            """)
    @DisplayName("So is an unknown name in JSON, whatever stands before and behind it")
    void anUnknownNameInAList(String json, String field) {
        // When
        Decoded decoded = decoder.decode(record("application/json", utf8(json)));

        // Then
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
            assertThat(invalid.field()).isEqualTo(field);
            assertThat(invalid.message()).isEqualTo("unknown value 'SHRED'");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ["VOLUME_POLICY_DELETE"] | ["VOLUME_POLICY_DELETE"]
            ["SHRED"]                | ["SHRED"]
            {"a":1}                  | {"a":1}
            true                     | true
            1.5                      | 1.5
            4294967296               | 4294967296
            -1e99                    | -1E+99
            9                        | 9
            "2"                      | 2
            """)
    @DisplayName("Nor is anything else than a name or a number of the enum read as zero")
    void notAName(String json, String value) {
        // When
        Decoded decoded = decoder.decode(record("application/json", utf8("{\"volumes\":[{\"policy\":" + json + "}]}")));

        // Then
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
            assertThat(invalid.field()).isEqualTo("volumes[0].policy");
            assertThat(invalid.message()).isEqualTo("unknown value '" + value + "'");
        });
    }

    @Test
    @DisplayName("What else the record says is there for a reader that has to be careful with it")
    void theRest() {
        // Given
        Service service = Service.newBuilder()
                .setName("s")
                .addVolumes(ServiceVolume.newBuilder().setName("v").setPolicyValue(9))
                .build();
        String named = "{\"name\":\"s\",\"volumes\":[{\"name\":\"v\",\"policy\":\"SHRED\"}]}";
        String unread = "{\"name\":1.5,\"volumes\":[{\"name\":{},\"policy\":\"SHRED\"}]}";
        // When
        Decoded protobuf = decoder.decode(record("application/protobuf", service.toByteArray()));
        Decoded json = decoder.decode(record("application/json", utf8(named)));
        Decoded nothing = decoder.decode(record("application/json", utf8(unread)));
        // Then
        assertThat(protobuf).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.parsed())
                .contains(service));
        assertThat(json).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.parsed())
                .contains(Service.newBuilder()
                        .setName("s")
                        .addVolumes(ServiceVolume.newBuilder().setName("v"))
                        .build()));
        assertThat(nothing).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.parsed())
                .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "2.0", "\"VOLUME_POLICY_DELETE\""})
    @DisplayName("A known number is read like its name")
    void aKnownNumber(String json) {
        assertThat(decoder.decode(record("application/json", utf8("{\"volumes\":[{\"policy\":" + json + "}]}"))))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(Service.newBuilder()
                                .addVolumes(ServiceVolume.newBuilder().setPolicyValue(2))
                                .build()));
    }

    @Test
    @DisplayName("Known values in a list, and nothing at all, are read as they are")
    void knownValues() {
        // Given
        Service service = Service.newBuilder()
                .addVolumes(ServiceVolume.newBuilder().setPolicyValue(2))
                .addVolumes(ServiceVolume.newBuilder().setName("v"))
                .build();

        // Then
        assertThat(decoder.decode(record("application/protobuf", service.toByteArray())))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(service));
        assertThat(decoder.decode(record(
                        "application/json",
                        utf8("{\"name\":null,\"volumes\":[{\"policy\":\"VOLUME_POLICY_DELETE\"},{\"name\":\"v\"}]}"))))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(service));
        assertThat(decoder.decode(record("application/protobuf", new byte[0])))
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(Service.getDefaultInstance()));
    }

    private static ConsumerRecord<byte[], byte[]> record(String contentType, byte[] value) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("hawser.services", 0, 0, utf8("s"), value);
        record.headers()
                .add("ce_specversion", utf8("1.0"))
                .add("ce_id", utf8("1"))
                .add("ce_source", utf8("me"))
                .add("ce_type", utf8(TYPE))
                .add("content-type", utf8(contentType));
        return record;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            accessMode  | ''
            access_mode | ''
            accessMode  | ,"access_mode":null
            access_mode | ,"accessMode":null
            """)
    @DisplayName("In JSON a field of several words is looked into under either of its names, though one holds null")
    void eitherName(String name, String others) {
        // Given
        RecordDecoder other = new RecordDecoder(MessageTypes.of(VolumeCapability.getDefaultInstance()));
        byte[] json = utf8("{\"" + name + "\":{\"mode\":\"SHRED\"}" + others + "}");
        ConsumerRecord<byte[], byte[]> record = record("application/json", json);
        record.headers().remove("ce_type").add("ce_type", utf8("csi.v1.VolumeCapability"));

        // Then
        assertThat(other.decode(record))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.field())
                        .isEqualTo("access_mode.mode"));
    }
}
