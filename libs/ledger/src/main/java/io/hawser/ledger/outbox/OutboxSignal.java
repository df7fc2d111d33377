package io.hawser.ledger.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells the relays of this process that rows were committed just now. Only a hint: they also look by themselves. */
@ApplicationScoped
public class OutboxSignal {
    private final Semaphore[] relays = new Semaphore[Shards.COUNT];

    public OutboxSignal() {
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            relays[shard] = new Semaphore(0);
        }
    }

    void wake() {
        for (Semaphore relay : relays) {
            if (relay.availablePermits() == 0) {
                relay.release();
            }
        }
    }

    /** Returns when woken, or after that time. */
    void await(int shard, Duration atMost) throws InterruptedException {
        relays[shard].tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
        relays[shard].drainPermits();
    }
}
