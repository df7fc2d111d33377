package io.hawser.ledger.intake;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.Cursors;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Whether the intake reads. A poll that fails repeatedly reports nothing, so this checks its effects: no group
 * membership, a partition without cursor, records beyond a cursor that does not move. Runs on the polling thread, one
 * check at a time.
 */
@ApplicationScoped
public class IntakeProgress {
    private static final Duration BROKER = Duration.ofSeconds(1);

    private final Cursors cursors;
    private final ReadingOrder order;
    private final StoppedPartitions stopped;
    private final Heartbeats heartbeats;
    private final StandingStill standingStill;

    public IntakeProgress(
            Cursors cursors,
            ReadingOrder order,
            StoppedPartitions stopped,
            Heartbeats heartbeats,
            LedgerConfig config) {
        this.cursors = cursors;
        this.order = order;
        this.stopped = stopped;
        this.heartbeats = heartbeats;
        this.standingStill = new StandingStill(config.intake().standsStillAfter());
    }

    /** The reasons why it does not read, in sentences; empty = none. */
    public List<String> troubles(Consumer<?, ?> consumer) {
        if (consumer.groupMetadata().generationId() < 0) {
            return List.of("it is in no consumer group");
        }
        if (heartbeats.missed(consumer)) {
            return List.of("no heartbeat for longer than " + heartbeats.within() + ": the broker is away");
        }
        List<String> troubles = new ArrayList<>();
        List<TopicPartition> read = new ArrayList<>();
        for (TopicPartition partition : consumer.assignment()) {
            if (cursors.of(partition).isEmpty()) {
                troubles.add(partition + " is assigned and was never sought");
            } else if (!order.holdsBack(partition) && !stopped.rests(partition)) {
                read.add(partition);
            }
        }
        troubles.addAll(behind(consumer, read));
        return troubles;
    }

    private List<String> behind(Consumer<?, ?> consumer, List<TopicPartition> partitions) {
        try {
            // Read first, because a later cursor could be beyond the end.
            Map<TopicPartition, Cursors.Cursor> before = cursors.all();
            Map<TopicPartition, StandingStill.Reading> readings = new HashMap<>();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, BROKER);
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions, BROKER);
            partitions.stream()
                    .filter(before::containsKey)
                    .forEach(partition -> readings.put(
                            partition,
                            new StandingStill.Reading(
                                    Objects.requireNonNull(before.get(partition))
                                            .next(),
                                    Objects.requireNonNull(starts.get(partition)),
                                    Objects.requireNonNull(ends.get(partition)))));
            return standingStill.look(readings, Duration.ofNanos(System.nanoTime()));
        } catch (TimeoutException e) {
            // The heartbeat check reports a long absence of the broker.
            return List.of();
        }
    }
}
