package io.hawser.bus.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.contract.WrittenContracts;
import io.hawser.testkit.sample.FullMessage;
import io.hawser.testkit.sample.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The producers' side of the contracts: what is written today is what the committed samples say. Every type of record
 * has a sample; every field, and every case of a oneof, is set in one of them. A map has one entry: the order of
 * several is nobody's promise. An old sample is never edited, because it is what old producers wrote.
 *
 * <p>{@link WrittenContracts#COMMAND} writes what is missing: for a type without a sample one with every field set,
 * and for a line of the index the bytes of its JSON. It changes nothing that is there.
 */
class GoldenSamplesTest {
    private static final Path FOLDER = Path.of("../../proto/src/test/samples");
    private static final Path INDEX = FOLDER.resolve("index.tsv");
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "sample");

    /** @param name of the files */
    private record Line(String name, HawserTopic topic, String key, String type) {
        Message prototype() {
            return topic.messages().stream()
                    .filter(message -> MessageTypes.nameOf(message).equals(type))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name + ": the proto file of " + type + " puts it elsewhere"));
        }

        Message message() throws IOException {
            Message.Builder message = prototype().newBuilderForType();
            JsonFormat.parser().merge(json(), message);
            return message.build();
        }

        String json() throws IOException {
            return Files.readString(FOLDER.resolve(name + ".json"));
        }

        byte[] encoded() throws IOException {
            return ENCODER.encode(topic, key, "id", message(), Instant.EPOCH)
                    .value()
                    .orElseThrow()
                    .toByteArray();
        }
    }

    static List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String line : Files.readAllLines(INDEX)) {
            String[] cells = line.split("\t", -1);
            HawserTopic topic =
                    TopicNames.DEFAULT.parse("hawser." + cells[1]).orElseThrow(() -> new AssertionError(line));
            lines.add(new Line(cells[0], topic, cells[2], cells[3]));
        }
        return lines;
    }

    static List<Samples.Sample> samples() {
        return Samples.all();
    }

    @BeforeAll
    static void writeWhatIsMissing() throws IOException {
        if (!WrittenContracts.areAskedFor()) {
            return;
        }
        for (HawserTopic topic : HawserTopic.values()) {
            for (Message prototype : topic.messages()) {
                String type = MessageTypes.nameOf(prototype);
                if (lines().stream().noneMatch(line -> line.type().equals(type))) {
                    addFull(topic, prototype);
                }
            }
        }
        for (Line line : lines()) {
            Path bytes = FOLDER.resolve(line.name() + ".pb");
            if (!Files.exists(bytes)) {
                Files.write(bytes, line.encoded());
                Files.writeString(FOLDER.resolve(line.name() + ".json"), json(line.message()));
            }
        }
    }

    /** The first field of every record is its entity's name. */
    private static void addFull(HawserTopic topic, Message prototype) throws IOException {
        Message full = FullMessage.of(prototype);
        String name = prototype.getDescriptorForType().getName().replaceAll("(?<=.)(?=[A-Z])", "-");
        String key = full.getField(prototype.getDescriptorForType().getFields().getFirst())
                .toString();
        name = name.toLowerCase(Locale.ROOT);
        Files.writeString(FOLDER.resolve(name + ".json"), json(full));
        Files.writeString(
                INDEX,
                String.join("\t", name, topic.suffix(), key, MessageTypes.nameOf(prototype)) + "\n",
                StandardOpenOption.APPEND);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void bytesAreWhatTheyAlwaysWere(Line line) throws IOException {
        assertThat(line.encoded()).isEqualTo(Files.readAllBytes(FOLDER.resolve(line.name() + ".pb")));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void jsonIsWhatItAlwaysWas(Line line) throws IOException {
        assertThat(json(line.message())).isEqualTo(line.json());
    }

    @Test
    void theIndexListsThemAll() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of("index.tsv"),
                                    lines().stream()
                                            .flatMap(line -> Stream.of(line.name() + ".pb", line.name() + ".json")))
                            .toList());
        }
    }

    @Test
    void everyTypeHasASample() throws IOException {
        assertThat(lines().stream().map(Line::type).collect(Collectors.toSet()))
                .as("types with a sample; to write one: " + WrittenContracts.COMMAND)
                .isEqualTo(MessageTypes.onAll().names());
    }

    @Test
    void everyFieldIsSetInOneSample() throws IOException {
        List<Message> messages = new ArrayList<>();
        for (Line line : lines()) {
            messages.add(line.message());
        }
        assertThat(FullMessage.unset(messages))
                .as("fields in no sample; with a JSON file and a line of the index: " + WrittenContracts.COMMAND)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aConsumerReadsEachFormAsTheSameMessage(Samples.Sample sample) throws IOException {
        // Given
        RecordDecoder decoder = new RecordDecoder(MessageTypes.onAll());
        Message expected = lines().stream()
                .filter(line -> line.name().equals(sample.name()))
                .findFirst()
                .orElseThrow()
                .message();

        // When
        List<Decoded> decoded = sample.records().stream().map(decoder::decode).toList();

        // Then
        assertThat(decoded).hasSize(3).allSatisfy(record -> assertThat(record)
                .isInstanceOfSatisfying(Decoded.Known.class, known -> assertThat(known.message())
                        .isEqualTo(expected)));
    }

    private static String json(Message message) throws IOException {
        return JsonFormat.printer().print(message) + "\n";
    }
}
