package io.hawser.ledger.outbox.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** The records of one transaction. Their rows are deleted after it, so none of them may be missing. */
final class SentRecords {
    private final Producer<byte[], byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final AtomicReference<Optional<Failure>> first = new AtomicReference<>(Optional.empty());

    SentRecords(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    record Failure(OutboxRows.Row row, Exception reason) {}

    /**
     * Sends no more once a record has failed: of a topic that is gone, each would block for {@code max.block.ms}.
     *
     * @throws KafkaException an earlier record was not sent
     */
    void send(OutboxRows.Row row, ProducerRecord<byte[], byte[]> record) {
        requireNoFailure();
        sent.add(producer.send(record, (written, failure) -> {
            if (failure != null) {
                first.updateAndGet(before -> before.or(() -> Optional.of(new Failure(row, failure))));
            }
        }));
    }

    int size() {
        return sent.size();
    }

    /**
     * The record that failed before all others. Kafka's client gives up those that are not sent yet, and says the same
     * reason of them: that another record is too large, for example.
     */
    Optional<Failure> failure() {
        return first.get();
    }

    /**
     * Commits after each record is sent. Kafka's client may commit without the records that it has not sent yet, and
     * report success: its thread asks whether there are any, and takes the commit from its queue after that. Both may
     * be added in between, which happens in fewer than one of ten thousand commits.
     *
     * @param delivery within which the producer has sent a record, or gives it up
     * @throws KafkaException a record was not sent, or the transaction was not committed
     */
    void commit(Duration delivery) throws InterruptedException {
        for (Future<RecordMetadata> record : sent) {
            awaitEnd(record, delivery);
        }
        // The commit would fail, too, but with other words.
        requireNoFailure();
        producer.commitTransaction();
        if (!sent.stream().allMatch(record -> record.state() == Future.State.SUCCESS)) {
            throw new KafkaException("a transaction was committed without some of its records; they are sent again");
        }
    }

    private void requireNoFailure() {
        if (failure().isPresent()) {
            Exception reason = failure().get().reason();
            throw new KafkaException(String.valueOf(reason.getMessage()), reason);
        }
    }

    private static void awaitEnd(Future<RecordMetadata> record, Duration delivery) throws InterruptedException {
        try {
            record.get(delivery.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            // The callback has noted it.
        } catch (TimeoutException late) {
            throw new KafkaException(
                    "a record is neither sent nor given up after " + delivery.toMillis() + " ms", late);
        }
    }
}
