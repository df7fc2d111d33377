package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The record that an agent writes of its own node, where nothing else writes it. */
class AnnouncementTest {
    private static final Duration RETRY = Duration.ofMillis(1);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final AtomicBoolean known = new AtomicBoolean();

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2"})
    @DisplayName("After a write without an answer, the record is written again only if the topic lacks it: a drain or a"
            + " fence may have followed it")
    void withoutAnAnswer(boolean written, int records) {
        // Given
        CompletableFuture<Void> announced = announced();
        await().until(() -> producer.history().size() == 1);
        // When
        known.set(written);
        producer.errorNext(new TimeoutException("no answer"));
        // Then
        await().until(() -> announced.isDone() || producer.completeNext());
        assertThat(announced).succeedsWithin(Duration.ofMinutes(1));
        assertThat(producer.history()).hasSize(records);
    }

    private CompletableFuture<Void> announced() {
        OutgoingRecord record =
                new OutgoingRecord("hawser.nodes", "node-1", Optional.empty(), Map.of(), Optional.empty());
        return CompletableFuture.runAsync(() -> {
            try {
                AgentKafka.announce(RETRY, known::get, producer, record);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }
}
