package io.hawser.ledger.intake;

import io.hawser.bus.envelope.RecordLimits;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows.Move;
import io.hawser.ledger.position.kafka.Cursors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * The part of a polled batch that this process may apply: records of partitions that it still has, without a hole after
 * its cursor. A seek does not clear the connector's buffer, so batches from earlier polls still arrive. Their records
 * below the cursor were applied. A batch that begins above the cursor leaves a hole, which the polls after the seek
 * fill.
 */
record IntakeBatch(List<Slice> slices, List<Hole> holes) {
    /** Records of one partition, and the move that applying them makes. */
    record Slice(TopicPartition partition, LogPartition log, Move move, List<ConsumerRecord<byte[], byte[]>> records) {
        /** Some of the records; the move begins where the earlier records ended. */
        Slice part(int from, int to) {
            long before = from == 0 ? move.from() : records.get(from - 1).offset() + 1;
            return new Slice(
                    partition, log, new Move(before, records.get(to - 1).offset() + 1), records.subList(from, to));
        }
    }

    /** A partition whose polled records begin above the cursor. */
    record Hole(TopicPartition partition, LogPartition log) {}

    /** Where the poll began that returned a partition's first record. */
    interface PollStart {
        long of(TopicPartition partition, long first, long cursor);
    }

    /** @param polls in the order in which they were polled; together they are one batch */
    static IntakeBatch of(List<ConsumerRecords<byte[], byte[]>> polls, Cursors cursors, PollStart pollStart) {
        List<Slice> slices = new ArrayList<>();
        List<Hole> holes = new ArrayList<>();
        polls.stream()
                .flatMap(polled -> polled.partitions().stream())
                .distinct()
                .forEach(partition -> cursors.of(partition)
                        .ifPresent(cursor -> add(partition, cursor, polls, pollStart, slices, holes)));
        return new IntakeBatch(List.copyOf(slices), List.copyOf(holes));
    }

    private static void add(
            TopicPartition partition,
            Cursors.Cursor cursor,
            List<ConsumerRecords<byte[], byte[]>> polls,
            PollStart pollStart,
            List<Slice> slices,
            List<Hole> holes) {
        List<ConsumerRecord<byte[], byte[]>> fresh = new ArrayList<>();
        long next = cursor.next();
        boolean hole = false;
        for (ConsumerRecords<byte[], byte[]> polled : polls) {
            List<ConsumerRecord<byte[], byte[]>> all = polled.records(partition);
            if (all.isEmpty()) {
                continue;
            }
            // A poll behind a hole may be older than the seek that closes it. What was polled after the seek counts.
            hole = pollStart.of(partition, all.getFirst().offset(), next) > next;
            if (hole) {
                continue;
            }
            for (ConsumerRecord<byte[], byte[]> record : all) {
                if (record.offset() >= next) {
                    fresh.add(record);
                    next = record.offset() + 1;
                }
            }
        }
        if (hole) {
            holes.add(new Hole(partition, cursor.log()));
        }
        if (!fresh.isEmpty()) {
            slices.add(new Slice(partition, cursor.log(), new Move(cursor.next(), next), List.copyOf(fresh)));
        }
    }

    boolean isEmpty() {
        return slices.isEmpty();
    }

    /** The slices' partitions that match. */
    Set<LogPartition> where(Predicate<TopicPartition> which) {
        return slices.stream()
                .filter(slice -> which.test(slice.partition()))
                .map(Slice::log)
                .collect(Collectors.toSet());
    }

    /** The batch without those partitions; all holes stay. */
    IntakeBatch without(Set<LogPartition> partitions) {
        return partitions.isEmpty()
                ? this
                : new IntakeBatch(
                        slices.stream()
                                .filter(slice -> !partitions.contains(slice.log()))
                                .toList(),
                        holes);
    }

    int size() {
        return slices.stream().mapToInt(slice -> slice.records().size()).sum();
    }

    /** Size of all records in memory, which can be more than was fetched from a compressed log. */
    long bytes() {
        return slices.stream()
                .flatMap(slice -> slice.records().stream())
                .mapToLong(RecordLimits::bytes)
                .sum();
    }

    Map<LogPartition, Move> moves() {
        return slices.stream().collect(Collectors.toMap(Slice::log, Slice::move));
    }

    /**
     * The batch in two halves, in order, so that repeated halving finds the few failing records. Needs at least two
     * records.
     */
    List<IntakeBatch> halves() {
        List<Slice> first = new ArrayList<>();
        List<Slice> second = new ArrayList<>();
        int room = size() / 2;
        for (Slice slice : slices) {
            int cut = Math.min(room, slice.records().size());
            room -= cut;
            if (cut > 0) {
                first.add(slice.part(0, cut));
            }
            if (cut < slice.records().size()) {
                second.add(slice.part(cut, slice.records().size()));
            }
        }
        return List.of(new IntakeBatch(List.copyOf(first), List.of()), new IntakeBatch(List.copyOf(second), List.of()));
    }
}
