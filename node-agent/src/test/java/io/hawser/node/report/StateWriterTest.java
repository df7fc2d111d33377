package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateWriterTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final StateWriter writer = new StateWriter(producer);

    @AfterEach
    void close() {
        while (producer.completeNext()) {
            continue;
        }
        writer.close();
    }

    @Test
    void stateIsSentUntilItIsAcknowledged() {
        // Given
        writer.start();
        writer.state("slot", () -> record("one"));
        await().until(() -> sent().size() == 1);
        // When
        producer.errorNext(new TimeoutException("no answer"));
        // Then
        await().until(() -> sent().equals(List.of("one", "one")));
        assertThat(writer.unsent()).isEqualTo(1);
        producer.completeNext();
        await().until(() -> writer.unsent() == 0);
    }

    @Test
    void newerStateTakesThePlaceOfWhatWaitsAndDoesNotOvertakeWhatIsOnItsWay() {
        // Given
        writer.start();
        writer.state("slot", () -> record("one"));
        await().until(() -> sent().size() == 1);
        // When
        writer.state("slot", () -> record("two"));
        writer.state("slot", () -> record("three"));
        writer.state("other", () -> record("else"));
        // Then
        await().until(() -> sent().equals(List.of("one", "else")));
        producer.errorNext(new TimeoutException("no answer"));
        await().until(() -> sent().equals(List.of("one", "else", "three")));
    }

    private List<String> sent() {
        return List.copyOf(producer.history()).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static OutgoingRecord record(String value) {
        return new OutgoingRecord(
                "topic",
                "key",
                Optional.empty(),
                Map.of(),
                Optional.of(OutgoingRecord.Bytes.of(value.getBytes(StandardCharsets.UTF_8))));
    }
}
