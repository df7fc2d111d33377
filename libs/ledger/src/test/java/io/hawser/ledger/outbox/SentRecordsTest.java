package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SentRecordsTest {
    private static final Duration DELIVERY = Duration.ofMillis(50);

    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final List<List<Future.State>> committed = new ArrayList<>();
    /** Commits whatever is sent, as Kafka's client may. */
    private final MockProducer<byte[], byte[]> producer = new MockProducer<>() {
        @Override
        public void commitTransaction() {
            committed.add(sent.stream().map(Future::state).toList());
        }
    };

    @Test
    @DisplayName("A transaction is committed after each of its records is sent")
    void commitsWhatIsSent() throws InterruptedException {
        // Given
        sent.add(onItsWay());
        sent.add(onItsWay());

        // When
        SentRecords.commit(producer, sent, DELIVERY);

        // Then
        assertThat(committed).containsExactly(List.of(Future.State.SUCCESS, Future.State.SUCCESS));
    }

    @Test
    @DisplayName("A transaction without some of its records is no success, although Kafka's client says so")
    void lacksARecord() {
        // Given
        sent.add(onItsWay());
        sent.add(CompletableFuture.failedFuture(new IllegalStateException("given up")));

        // When / Then
        assertThatThrownBy(() -> SentRecords.commit(producer, sent, DELIVERY))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("without some of its records");
    }

    @Test
    @DisplayName("A record that does not end in its time is not waited for any longer, and nothing is committed")
    void doesNotEnd() {
        // Given
        sent.add(new CompletableFuture<>());

        // When / Then
        assertThatThrownBy(() -> SentRecords.commit(producer, sent, DELIVERY))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("50 ms");
        assertThat(committed).isEmpty();
    }

    /** It is sent when somebody waits for it. */
    private static Future<RecordMetadata> onItsWay() {
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
