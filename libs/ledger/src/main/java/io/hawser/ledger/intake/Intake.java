package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The one channel over all topics that a service reads, one batch at a time. Exactly once in the database: a batch
 * counts only if the stored position equals this process's cursor. Never fails, because that would stop the channel.
 */
@ApplicationScoped
public class Intake {
    /** A transaction applies at most so many records; as many as a poll returns at most. */
    private static final int RECORDS = 500;

    private final BatchApplication application;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final StoppedPartitions stopped;
    private final PausedPartitions paused;
    private final StoredPosition stored;
    private final LostPolls lostPolls;
    private final Vertx vertx;
    private final Duration interval;

    public Intake(
            BatchApplication application,
            Cursors cursors,
            ReadingOrder order,
            StoppedPartitions stopped,
            PausedPartitions paused,
            StoredPosition stored,
            LostPolls lostPolls,
            Vertx vertx,
            LedgerConfig config) {
        this.application = application;
        this.order = order;
        this.stopped = stopped;
        this.paused = paused;
        this.cursors = cursors;
        this.stored = stored;
        this.lostPolls = lostPolls;
        this.vertx = vertx;
        this.interval = config.intake().interval();
    }

    @Incoming("intake")
    Flow.Subscriber<ConsumerRecords<byte[], byte[]>> polls() {
        return new GatheredPolls(
                RECORDS,
                interval.isZero() ? Runnable::run : next -> vertx.setTimer(interval.toMillis(), ignored -> next.run()),
                this::apply);
    }

    private Uni<Void> apply(List<ConsumerRecords<byte[], byte[]>> polls) {
        lostPolls.begun();
        Context connector = vertx.getOrCreateContext();
        IntakeBatch batch = IntakeBatch.of(polls, cursors, PolledOffsets::begun);
        Set<LogPartition> resting = batch.where(this::rests);
        IntakeBatch now = batch.without(resting);
        Uni<Void> applied = now.isEmpty()
                ? Uni.createFrom().voidItem()
                : application.apply(now).chain(done -> settle(now, done));
        return applied.chain(() -> rest(batch, resting))
                // The code that left a hole has usually sought back already; otherwise nothing else would fill it.
                .chain(() -> InOrder.each(batch.holes(), hole -> stored.follow(hole.partition(), hole.log())))
                .eventually(lostPolls::ended)
                // The connector's subscription may lose a request for the next poll that comes from another event
                // loop.
                .emitOn(next -> connector.runOnContext(ignored -> next.run()));
    }

    /** Not its turn yet, or stopped: it is read again later. */
    private boolean rests(TopicPartition partition) {
        return order.holdsBack(partition) || stopped.rests(partition);
    }

    private Uni<Void> rest(IntakeBatch batch, Set<LogPartition> resting) {
        return InOrder.each(
                batch.slices().stream()
                        .filter(slice -> resting.contains(slice.log()))
                        .toList(),
                slice -> paused.pause(slice.partition(), this::rests));
    }

    /** Continues from the stored position if another replica applied the records, or if they are not the next ones. */
    private Uni<Void> settle(IntakeBatch batch, Applied applied) {
        return InOrder.each(batch.slices(), slice -> settle(slice, applied));
    }

    private boolean has(IntakeBatch.Slice slice) {
        return cursors.of(slice.partition())
                .filter(cursor -> cursor.log().equals(slice.log()))
                .isPresent();
    }

    private Uni<Void> settle(IntakeBatch.Slice slice, Applied applied) {
        Long reached = applied.reached().get(slice.log());
        if (reached != null) {
            cursors.advance(slice.partition(), slice.move().from(), reached);
            stopped.goesOn(slice.partition());
        }
        Throwable cause = applied.stopped().get(slice.log());
        if (cause != null) {
            stopped.stop(slice.partition(), cause, () -> has(slice));
            return paused.pause(slice.partition(), this::rests);
        }
        return reached != null && reached == slice.move().to()
                ? Uni.createFrom().voidItem()
                : stored.follow(slice.partition(), slice.log());
    }
}
