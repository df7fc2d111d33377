package io.hawser.ledger.outbox.kafka;

import io.hawser.ledger.outbox.Shards;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Notifies the relays of this process of newly committed rows. Only a hint: they also poll. */
@ApplicationScoped
public class OutboxSignal {
    private final Semaphore[] relays = new Semaphore[Shards.COUNT];

    public OutboxSignal() {
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            relays[shard] = new Semaphore(0);
        }
    }

    /** The relay of a shard without new rows would ask the database in vain. */
    void wake(int shard) {
        if (relays[shard].availablePermits() == 0) {
            relays[shard].release();
        }
    }

    /** Returns after a wake-up, or after that time. */
    void await(int shard, Duration atMost) throws InterruptedException {
        relays[shard].tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
        relays[shard].drainPermits();
    }
}
