package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueQueues;
import io.hawser.ledger.wiring.LedgerConfig;
import java.time.Duration;

/**
 * What a {@link DueLoop} works on, and how much of it at the same time.
 *
 * @param batch the most keys of one batch
 * @param batches the most batches at the same time
 * @param poll the longest pause between two looks
 * @param lease how long a dead process keeps keys from the others
 * @param queues limit how many keys of one queue are worked on at the same time
 */
public record DueSettings(String kind, int batch, int batches, Duration poll, Duration lease, DueQueues queues) {
    public DueSettings(String kind, int batch, int batches, Duration poll, Duration lease) {
        this(kind, batch, batches, poll, lease, DueQueues.NONE);
    }

    public DueSettings(String kind, int batch, int batches, LedgerConfig.Due due) {
        this(kind, batch, batches, due.poll(), due.lease());
    }

    public DueSettings within(DueQueues limits) {
        return new DueSettings(kind, batch, batches, poll, lease, limits);
    }
}
