package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.TaskVolumes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownFieldsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            {"name":"v","spec":{"capacity":{"required":7}}}                       | spec.capacity.required
            {"nme":"v"}                                                           | nme
            {"name":"v","spec":{"topology":{"requisite":[{},{"segment":{}}]}}}    | spec.topology.requisite[1].segment
            {"name":"v","spec":{"topology":{"requisite":[{"segments":{"a":"b"}}]}}} | -
            {"name":"v","spec":{"capacity":{"required_bytes":7,"limitBytes":"9"}}} | -
            {"name":"v","spec":{"labels":{"any":"thing"},"mount":null}}           | -
            """)
    @DisplayName(
            "A field of JSON that the message does not have is named with its path; the record is read all the same")
    void named(String json, String path) {
        // When
        List<String> warnings = warnings(CreateVolume.getDefaultInstance(), json);

        // Then
        if (path == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().asString().startsWith("'" + path + "' is unknown and ignored: ");
        }
    }

    @Test
    @DisplayName("The sentence names the fields that there are")
    void namesTheFields() {
        assertThat(warnings(CreateVolume.getDefaultInstance(), "{\"spec\":{\"capacity\":{\"required\":7}}}"))
                .containsExactly("'spec.capacity.required' is unknown and ignored:"
                        + " CapacityRange has requiredBytes, limitBytes");
    }

    @Test
    @DisplayName("A time is JSON text, not an object with fields")
    void aTime() {
        assertThat(warnings(
                        TaskVolumes.getDefaultInstance(),
                        "{\"mounts\":[{\"waiting\":{\"since\":\"2026-01-01T00:00:00Z\"}}]}"))
                .isEmpty();
    }

    @Test
    @DisplayName("An answer stays small, however much was ignored")
    void bounded() {
        // Given
        String json = IntStream.range(0, 100)
                .mapToObj(i -> "\"" + "x".repeat(5_000) + i + "\":1")
                .collect(Collectors.joining(",", "{", "}"));

        // When
        List<String> warnings = warnings(CreateVolume.getDefaultInstance(), json);

        // Then
        assertThat(warnings).hasSize(UnknownFields.MOST + 1).allSatisfy(warning -> assertThat(warning)
                .hasSizeLessThan(600));
        assertThat(warnings.getLast()).isEqualTo("84 more fields are ignored");
    }

    private static List<String> warnings(Message type, String json) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("t", 0, 0, utf8("v"), utf8(json));
        record.headers().add("ce_specversion", utf8("1.0"));
        record.headers().add("ce_id", utf8("i"));
        record.headers().add("ce_source", utf8("s"));
        record.headers().add("ce_type", utf8(MessageTypes.nameOf(type)));
        record.headers().add("content-type", utf8("application/json"));
        Decoded decoded = new RecordDecoder(MessageTypes.of(type)).decode(record);
        assertThat(decoded).isInstanceOf(Decoded.Known.class);
        return ((Decoded.Known) decoded).warnings();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
