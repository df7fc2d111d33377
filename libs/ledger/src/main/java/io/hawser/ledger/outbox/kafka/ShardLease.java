package io.hawser.ledger.outbox.kafka;

import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * The lease of a shard. It keeps replicas from fencing each other in turn; the producer's transactional id makes a
 * second relay harmless. Only rows that are set aside, or brought back, need the lease ({@link AsideRows}). A starting
 * process immediately takes over the leases of its own replica's earlier process. A lease that ends later than one that
 * begins now is none: the database's clock went back, and its owner may be dead.
 */
class ShardLease {
    private final Transactions transactions;
    private final int shard;
    private final String owner;
    private final String incarnation;
    private final Duration length;
    private boolean firstTime = true;

    ShardLease(Transactions transactions, int shard, String owner, String incarnation, Duration length) {
        this.transactions = transactions;
        this.shard = shard;
        this.owner = owner;
        this.incarnation = incarnation;
        this.length = length;
    }

    /**
     * Takes or prolongs the lease.
     *
     * @return whether this process has it now
     */
    Uni<Boolean> take() {
        // Only the first time: two running processes with one replica name must not take the shard from each other
        // repeatedly.
        boolean succeedOwnPast = firstTime;
        return transactions
                .single(statements -> statements.update(
                        """
                                update ledger_shard
                                set owner = $2, incarnation = $3,
                                  until = clock_timestamp() + $4 * interval '1 millisecond'
                                where shard = $1
                                  and (incarnation = $3 or until < clock_timestamp() or (owner = $2 and $5)
                                    or until > clock_timestamp() + $4 * interval '1 millisecond')
                                """, (short) shard, owner, incarnation, (double) length.toMillis(), succeedOwnPast))
                .map(rows -> rows == 1)
                .invoke(taken -> {
                    if (taken) {
                        firstTime = false;
                    }
                });
    }

    /** Lets another replica take over immediately. */
    Uni<Void> release() {
        return transactions
                .single(statements -> statements.update(
                        "update ledger_shard set until = '-infinity' where shard = $1 and incarnation = $2",
                        (short) shard,
                        incarnation))
                .replaceWithVoid();
    }
}
