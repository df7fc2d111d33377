package io.hawser.ledger.outbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.ledger.outbox.Drawn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SentRecordsTest {
    private static final Duration DELIVERY = Duration.ofMillis(50);

    private final Deque<CompletableFuture<RecordMetadata>> futures = new ArrayDeque<>();
    private final List<Callback> callbacks = new ArrayList<>();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final List<List<Future.State>> committed = new ArrayList<>();
    /** Commits whatever is sent, as Kafka's client may. */
    private final MockProducer<byte[], byte[]> producer = new MockProducer<>() {
        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            callbacks.add(callback);
            sent.add(futures.getFirst());
            return futures.removeFirst();
        }

        @Override
        public void commitTransaction() {
            committed.add(sent.stream().map(Future::state).toList());
        }
    };

    private final SentRecords records = new SentRecords(producer);

    @Test
    @DisplayName("A transaction is committed after each of its records is sent")
    void commitsWhatIsSent() throws InterruptedException {
        // Given
        send(1, onItsWay());
        send(2, onItsWay());

        // When
        records.commit(DELIVERY);

        // Then
        assertThat(committed).containsExactly(List.of(Future.State.SUCCESS, Future.State.SUCCESS));
    }

    @Test
    @DisplayName("A transaction without some of its records is no success, although Kafka's client says so")
    void lacksARecord() {
        // Given
        send(1, onItsWay());
        send(2, CompletableFuture.failedFuture(new IllegalStateException("given up")));

        // When / Then
        assertThatThrownBy(() -> records.commit(DELIVERY))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("without some of its records");
    }

    @Test
    @DisplayName("A record that does not end in its time is not waited for any longer, and nothing is committed")
    void doesNotEnd() {
        // Given
        send(1, new CompletableFuture<>());

        // When / Then
        assertThatThrownBy(() -> records.commit(DELIVERY))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("50 ms");
        assertThat(committed).isEmpty();
    }

    @Test
    @DisplayName("The record that fails first gives the reason; others that fail with it are not to blame")
    void theFirstFailure() {
        // Given
        RecordTooLargeException reason = new RecordTooLargeException("larger than the topic allows");
        send(1, CompletableFuture.failedFuture(reason));
        send(2, CompletableFuture.failedFuture(reason));
        callbacks.get(1).onCompletion(null, reason);
        callbacks.get(0).onCompletion(null, reason);

        // When / Then
        assertThatThrownBy(() -> records.commit(DELIVERY))
                .isInstanceOf(KafkaException.class)
                .hasMessage("larger than the topic allows");
        assertThat(records.failure().map(SentRecords.Failure::row)).contains(row(2));
        assertThat(committed).isEmpty();
    }

    @Test
    @DisplayName("After a record has failed, no further one is sent: each of a topic that is gone would block")
    void sendsNoMoreAfterAFailure() {
        // Given
        send(1, new CompletableFuture<>());
        callbacks.getFirst().onCompletion(null, new KafkaException("the topic is gone"));

        // When / Then
        assertThatThrownBy(() -> send(2, new CompletableFuture<>()))
                .isInstanceOf(KafkaException.class)
                .hasMessage("the topic is gone");
        assertThat(sent).hasSize(1);
    }

    private void send(long id, CompletableFuture<RecordMetadata> future) {
        futures.add(future);
        records.send(row(id), new ProducerRecord<>("topic", new byte[0]));
    }

    private static OutboxRows.Row row(long id) {
        return new OutboxRows.Row(
                id, new Drawn(id, 0), new OutgoingRecord("topic", "key", Optional.empty(), Map.of(), Optional.empty()));
    }

    /** It is sent when somebody waits for it. */
    private static CompletableFuture<RecordMetadata> onItsWay() {
        return new CompletableFuture<>() {
            @Override
            public RecordMetadata get(long time, TimeUnit unit)
                    throws InterruptedException, ExecutionException, TimeoutException {
                complete(null);
                return super.get(time, unit);
            }
        };
    }
}
