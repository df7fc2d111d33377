package io.hawser.cli.topic;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads partitions to their ends at the time of the call.
 *
 * @param progress gets a line while there is much to read
 * @param every how long a line of progress is after the one before
 */
record ReadToEnd(Consumer<byte[], byte[]> consumer, PrintWriter progress, Duration every) {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration GIVE_UP = Duration.ofSeconds(20);

    /** Fewer are read within a second. */
    private static final long MANY = 10_000;

    /**
     * Visits each partition's records in order.
     *
     * @param since when the first record was written; {@link Instant#EPOCH}: from the start
     * @return the offsets up to which it has read
     * @throws TimeoutException if no record comes for 20 s
     */
    Map<TopicPartition, Long> each(
            List<TopicPartition> partitions,
            Instant since,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visit) {
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        seek(partitions, since, ends);
        long read = 0;
        long moved = System.nanoTime();
        long said = moved;
        while (left(ends) > 0) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
            polled.forEach(visit);
            read += polled.count();
            long now = System.nanoTime();
            if (!polled.isEmpty()) {
                moved = now;
            } else if (now - moved > GIVE_UP.toNanos()) {
                throw new TimeoutException("no further record came before the topic's end");
            }
            if (now - said > every.toNanos() && left(ends) > MANY) {
                said = now;
                // Where a log begins is known only once the partition is read.
                progress.println("waiting for the end of " + topics(partitions) + ": " + read
                        + " records are read, at most " + left(ends) + " are left");
                progress.flush();
            }
        }
        return partitions.stream().collect(Collectors.toMap(partition -> partition, consumer::position));
    }

    private long left(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                .sum();
    }

    private static String topics(List<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).distinct().collect(Collectors.joining(", "));
    }

    private void seek(List<TopicPartition> partitions, Instant since, Map<TopicPartition, Long> ends) {
        if (since.equals(Instant.EPOCH)) {
            // Where a log begins later, the consumer finds its start: auto.offset.reset.
            partitions.forEach(partition -> consumer.seek(partition, 0));
            return;
        }
        consumer.offsetsForTimes(partitions.stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> since.toEpochMilli())))
                .forEach((partition, first) ->
                        consumer.seek(partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset()));
    }
}
