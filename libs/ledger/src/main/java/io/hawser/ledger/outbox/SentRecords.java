package io.hawser.ledger.outbox;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** The end of a transaction: its rows are deleted after it, so none of its records may be missing. */
final class SentRecords {
    private SentRecords() {}

    /**
     * Commits after each record is sent. Kafka's client may commit without the records that it has not sent yet, and
     * report success: its thread asks whether there are any, and takes the commit from its queue after that, so both
     * may be added in between. It is quick enough for that in one of some ten thousand commits.
     *
     * @param delivery within which the producer has sent a record, or gives it up
     * @throws KafkaException a record was not sent, or the transaction was not committed
     */
    static void commit(Producer<?, ?> producer, List<Future<RecordMetadata>> sent, Duration delivery)
            throws InterruptedException {
        for (Future<RecordMetadata> record : sent) {
            awaitEnd(record, delivery);
        }
        // Fails if one of them failed.
        producer.commitTransaction();
        if (!sent.stream().allMatch(record -> record.state() == Future.State.SUCCESS)) {
            throw new KafkaException("a transaction was committed without some of its records; they are sent again");
        }
    }

    private static void awaitEnd(Future<RecordMetadata> record, Duration delivery) throws InterruptedException {
        try {
            record.get(delivery.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            // The commit fails with the reason.
        } catch (TimeoutException late) {
            throw new KafkaException("a record is neither sent nor given up after " + delivery.toMillis() + " ms");
        }
    }
}
