package io.hawser.bus.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code examples/records}: what people copy is read as it stands. */
class ExampleRecordsTest {
    private static final Path FOLDER = Path.of("../../examples/records");

    static List<Path> records() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    @DisplayName("An example is a record of its folder's topic, without headers, without a fault or an unknown field")
    void isRead(Path file) throws IOException {
        // Given
        String folder = file.getParent().getFileName().toString();
        HawserTopic topic = TopicNames.DEFAULT.parse(folder).orElseThrow(() -> new AssertionError("no topic: " + file));
        byte[] value = Files.readAllBytes(file);
        String key = new ObjectMapper().readTree(value).at("/data/name").asText();

        // When
        Decoded decoded = new RecordDecoder(MessageTypes.on(topic))
                .decode(new ConsumerRecord<>(folder, 0, 0, key.getBytes(StandardCharsets.UTF_8), value));

        // Then
        assertThat(topic.writtenByOrchestrator()).isTrue();
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Known.class, known -> {
            assertThat(known.key()).isNotEmpty();
            assertThat(known.warnings()).isEmpty();
        });
    }
}
