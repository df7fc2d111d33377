package io.hawser.bus.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.sample.SampleMessages.SampleMessage;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.sample.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The producers' side of the contracts: what is written today is what the committed samples say.
 * {@code -Dhawser.samples.regenerate=true} writes them anew; never do that to an old one that changed without being
 * meant to.
 */
class GoldenSamplesTest {
    private static final Path FOLDER = Path.of("../../proto/src/test/samples");
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "sample");

    static List<SampleMessage> messages() {
        return SampleMessages.all();
    }

    static List<Samples.Sample> samples() {
        return Samples.all();
    }

    @BeforeAll
    static void regenerate() throws IOException {
        if (!Boolean.getBoolean("hawser.samples.regenerate")) {
            return;
        }
        for (SampleMessage sample : messages()) {
            Files.write(FOLDER.resolve(sample.name() + ".pb"), encoded(sample));
            Files.writeString(FOLDER.resolve(sample.name() + ".json"), json(sample.message()));
        }
        Files.writeString(FOLDER.resolve("index.tsv"), index());
    }

    @ParameterizedTest
    @MethodSource("messages")
    void bytesAreWhatTheyAlwaysWere(SampleMessage sample) throws IOException {
        assertThat(encoded(sample)).isEqualTo(Files.readAllBytes(FOLDER.resolve(sample.name() + ".pb")));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void jsonIsWhatItAlwaysWas(SampleMessage sample) throws IOException {
        assertThat(json(sample.message())).isEqualTo(Files.readString(FOLDER.resolve(sample.name() + ".json")));
    }

    @Test
    void theIndexListsThemAll() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("index.tsv"))).isEqualTo(index());
    }

    @Test
    void everyTopicHasSamples() {
        assertThat(messages().stream().map(SampleMessage::topic).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(HawserTopic.values());
    }

    @Test
    void everyFieldIsSetInOneSample() {
        // Given
        Map<Descriptor, Set<FieldDescriptor>> set = new HashMap<>();

        // When
        messages().forEach(sample -> collect(sample.message(), set));

        // Then
        set.forEach((type, fields) -> assertThat(fields).as(type.getFullName()).containsAll(type.getFields()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aConsumerReadsEachFormAsTheSameMessage(Samples.Sample sample) {
        // Given
        Message expected = messages().stream()
                .filter(message -> message.name().equals(sample.name()))
                .findFirst()
                .orElseThrow()
                .message();
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(expected.getDefaultInstanceForType()));

        // When
        List<Decoded> decoded = sample.records().stream().map(decoder::decode).toList();

        // Then
        assertThat(decoded).hasSize(3).allSatisfy(record -> assertThat(record)
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(expected)));
    }

    private static void collect(Message message, Map<Descriptor, Set<FieldDescriptor>> set) {
        if (message.getDescriptorForType().getOptions().getMapEntry()
                || message.getDescriptorForType().getFullName().startsWith("google.")) {
            return;
        }
        set.computeIfAbsent(message.getDescriptorForType(), type -> new HashSet<>())
                .addAll(message.getAllFields().keySet());
        message.getAllFields().values().stream()
                .flatMap(value -> value instanceof List<?> list ? list.stream() : java.util.stream.Stream.of(value))
                .filter(Message.class::isInstance)
                .forEach(inner -> collect((Message) inner, set));
    }

    private static byte[] encoded(SampleMessage sample) {
        return ENCODER.encode(sample.topic(), sample.key(), "id", sample.message(), Instant.EPOCH)
                .value()
                .orElseThrow()
                .toArray();
    }

    private static String json(Message message) throws IOException {
        return JsonFormat.printer().print(message) + "\n";
    }

    private static String index() {
        return messages().stream()
                .map(sample -> String.join(
                        "\t",
                        Arrays.asList(
                                sample.name(),
                                sample.topic().suffix(),
                                sample.key(),
                                MessageTypes.nameOf(sample.message()))))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
