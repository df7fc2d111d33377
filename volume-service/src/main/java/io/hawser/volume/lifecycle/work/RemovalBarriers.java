package io.hawser.volume.lifecycle.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Notes up to where the topics must be read before a removal is decided, and wakes the removals when that is reached.
 * One look serves all volumes that wait. It is only a hint: each volume also has a due time, at which it looks for
 * itself.
 */
@ApplicationScoped
public class RemovalBarriers {
    private static final Logger LOG = Logger.getLogger(RemovalBarriers.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final Set<HawserTopic> REMOVAL_DEPENDS_ON =
            Set.of(HawserTopic.TASKS, HawserTopic.MOUNTS, HawserTopic.NODES, HawserTopic.VOLUME_COMMANDS);

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final Map<String, String> waiting = new ConcurrentHashMap<>();
    private volatile String lastFailure = "";

    @Produces
    final Periodic looks;

    public RemovalBarriers(Transactions transactions, CatchUp catchUp, Vertx vertx) {
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.looks = new Periodic(
                vertx,
                LOOK_EVERY,
                this::look,
                failure -> LOG.debugf("removals look for themselves: %s", failure.getMessage()));
    }

    /**
     * Notes a barrier after the removals were stored, so everything written before them lies below it. Locks volumes in
     * the common order, by name. A later volume of the name needs a later barrier.
     *
     * @param volumes with the uid of each
     */
    void note(Map<VolumeName, String> volumes) {
        catchUp.barrier(REMOVAL_DEPENDS_ON)
                .chain(barrier -> transactions.run(tx -> catchUp.positions(tx)
                        .chain(positions -> noted(tx, volumes, barrier, barrier.reachedBy(positions)))))
                .subscribe()
                .with(
                        unreached -> {
                            lastFailure = "";
                            add(unreached);
                        },
                        failure -> {
                            String message = String.valueOf(failure.getMessage());
                            // A missing or unaccepted topic may need a person, so the warning is logged once.
                            LOG.logf(
                                    message.equals(lastFailure) ? Logger.Level.DEBUG : Logger.Level.WARN,
                                    "noting a barrier for %s failed, trying again: %s",
                                    volumes.keySet(),
                                    message);
                            lastFailure = message;
                        });
    }

    /** @return the barrier by volume, unless it is reached; else the volumes are woken */
    static Uni<Map<String, String>> noted(
            LedgerTransaction tx, Map<VolumeName, String> volumes, Barrier barrier, boolean reached) {
        String[] names = Identifier.array(volumes.keySet());
        String[] uids = volumes.values().toArray(String[]::new);
        return tx.statements()
                .select("""
                        update volume set removal_barrier = $3
                        from (select name from volume
                              where (name, uid) in (select * from unnest($1::text[], $2::text[]))
                                and removal and removal_barrier is null
                              order by name for update) as waiting
                        where volume.name = waiting.name
                        returning volume.name
                        """, names, uids, barrier.toText())
                .map(noted -> noted.stream().map(row -> (String) row[0]).toList())
                .map(noted -> {
                    if (!reached) {
                        return noted.stream().collect(Collectors.toMap(name -> name, name -> barrier.toText()));
                    }
                    noted.forEach(name -> VolumeRow.wake(tx, new VolumeName(name)));
                    return Map.of();
                });
    }

    /** @param barriers by volume */
    void add(Map<String, String> barriers) {
        waiting.putAll(barriers);
    }

    private Uni<?> look() {
        Map<String, String> asked = Map.copyOf(waiting);
        return asked.isEmpty()
                ? Uni.createFrom().voidItem()
                : transactions
                        .run(tx -> wakeReached(tx, asked))
                        .invoke(waiting.keySet()::removeAll)
                        .onFailure()
                        .invoke(() -> waiting.keySet().removeAll(asked.keySet()));
    }

    private Uni<List<String>> wakeReached(LedgerTransaction tx, Map<String, String> asked) {
        return catchUp.reached(tx)
                .map(reached -> asked.entrySet().stream()
                        .filter(entry -> reached.test(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .toList())
                .invoke(volumes -> volumes.forEach(volume -> VolumeRow.wake(tx, new VolumeName(volume))));
    }
}
