package io.hawser.ledger.intake;

import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The one channel over all topics that a service reads, in batches, one batch at a time. Exactly once in the database: a batch counts only where the
 * stored position stands at this process's cursor. Never fails: the channel would stop.
 */
@ApplicationScoped
public class Intake {
    private static final Duration HELD = Duration.ofMillis(100);

    private final BatchApplication application;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final StoredPosition stored;
    private final LostPolls lostPolls;
    private final Vertx vertx;

    public Intake(
            BatchApplication application,
            Cursors cursors,
            ReadingOrder order,
            StoredPosition stored,
            LostPolls lostPolls,
            Vertx vertx) {
        this.application = application;
        this.order = order;
        this.cursors = cursors;
        this.stored = stored;
        this.lostPolls = lostPolls;
        this.vertx = vertx;
    }

    @Incoming("intake")
    Uni<Void> on(ConsumerRecords<byte[], byte[]> polled) {
        lostPolls.begun();
        Context connector = vertx.getOrCreateContext();
        IntakeBatch batch = IntakeBatch.of(polled, cursors, PolledOffsets::begun);
        Uni<Void> applied =
                batch.isEmpty() ? Uni.createFrom().voidItem() : apply(batch).chain(moved -> settle(batch, moved));
        // Whoever left the hole has mostly sought back already; nothing else would fill it if not.
        return applied.chain(() -> InOrder.each(batch.holes(), hole -> stored.follow(hole.partition(), hole.log())))
                .invoke(lostPolls::ended)
                // The connector's subscription may lose a request for the next batch that comes from another event loop
                // than its own.
                .emitOn(next -> connector.runOnContext(ignored -> next.run()));
    }

    /** What is not its turn yet is read again. */
    private Uni<Set<LogPartition>> apply(IntakeBatch batch) {
        return order.tooEarly(batch).chain(early -> {
            IntakeBatch now = batch.without(early);
            return now.isEmpty()
                    ? Uni.createFrom()
                            .item(Set.<LogPartition>of())
                            .onItem()
                            .delayIt()
                            .by(HELD)
                    : application.apply(now);
        });
    }

    /** Where another replica applied the records, or they are not what comes next, it goes on from the stored position. */
    private Uni<Void> settle(IntakeBatch batch, Set<LogPartition> moved) {
        batch.slices().stream()
                .filter(slice -> moved.contains(slice.log()))
                .forEach(slice -> cursors.advance(
                        slice.partition(), slice.move().from(), slice.move().to()));
        List<IntakeBatch.Slice> others = batch.slices().stream()
                .filter(slice -> !moved.contains(slice.log()))
                .toList();
        return InOrder.each(others, slice -> stored.follow(slice.partition(), slice.log()));
    }
}
