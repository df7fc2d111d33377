package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogBounds;
import io.hawser.ledger.position.StandingStill;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether the intake reads. A poll that fails repeatedly reports nothing, so this checks its effects: no group
 * membership, a partition without cursor, records beyond a cursor that does not move.
 */
@ApplicationScoped
public class IntakeProgress {
    private final Cursors cursors;
    private final ReadingOrder order;
    private final StoppedPartitions stopped;
    private final Heartbeats heartbeats;
    private final BrokerLogs logs;
    private final StandingStill standingStill;

    public IntakeProgress(
            Cursors cursors,
            ReadingOrder order,
            StoppedPartitions stopped,
            Heartbeats heartbeats,
            BrokerLogs logs,
            LedgerConfig config) {
        this.cursors = cursors;
        this.order = order;
        this.stopped = stopped;
        this.heartbeats = heartbeats;
        this.logs = logs;
        this.standingStill = new StandingStill(config.intake().standsStillAfter());
    }

    /**
     * What the consumer says.
     *
     * @param troubles the reasons why it does not read, in sentences; empty = none
     * @param read the partitions that it should read now
     */
    public record Membership(List<String> troubles, List<TopicPartition> read) {
        private static Membership none(String trouble) {
            return new Membership(List.of(trouble), List.of());
        }
    }

    /** To be called on the polling thread. Asks no broker: the answer would wait for a fetch. */
    public Membership membership(Consumer<?, ?> consumer) {
        if (consumer.groupMetadata().generationId() < 0) {
            return Membership.none("it is in no consumer group");
        }
        if (heartbeats.missed(consumer)) {
            return Membership.none("no heartbeat for longer than " + heartbeats.within() + ": the broker is away");
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
        return new Membership(troubles, read);
    }

    /** Those of the member, and the cursors that stand before records or outside the log. Never fails. */
    public Uni<List<String>> troubles(Membership member) {
        if (member.read().isEmpty()) {
            return Uni.createFrom().item(member.troubles());
        }
        // Read first, because a later cursor could be beyond the end.
        Map<TopicPartition, Cursors.Cursor> before = cursors.all();
        return logs.bounds(member.read())
                .map(bounds -> standing(before, bounds))
                // The heartbeat check reports a long absence of the broker.
                .onFailure()
                .recoverWithItem(List.of())
                .map(standing -> Stream.concat(member.troubles().stream(), standing.stream())
                        .toList());
    }

    private List<String> standing(Map<TopicPartition, Cursors.Cursor> before, Map<TopicPartition, LogBounds> bounds) {
        List<StandingStill.Reading> readings = new ArrayList<>();
        bounds.forEach((partition, log) -> Optional.ofNullable(before.get(partition))
                .ifPresent(cursor -> readings.add(new StandingStill.Reading(cursor.log(), cursor.next(), log))));
        return standingStill.look(readings, Duration.ofNanos(System.nanoTime()));
    }
}
