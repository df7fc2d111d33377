package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Wakes removals when the topics have been read up to their barriers. One look serves all volumes that wait. It is only
 * a hint: each volume also has a due time, at which it looks for itself.
 */
@ApplicationScoped
public class RemovalBarriers {
    private static final Logger LOG = Logger.getLogger(RemovalBarriers.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final Vertx vertx;
    private final Map<String, String> waiting = new HashMap<>();
    private boolean looking;
    private long timer;

    public RemovalBarriers(Transactions transactions, CatchUp catchUp, Vertx vertx) {
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(LOOK_EVERY.toMillis(), ignored -> look());
    }

    void stop(@Observes ShutdownEvent event) {
        vertx.cancelTimer(timer);
    }

    /** @param barriers by volume */
    synchronized void add(Map<String, String> barriers) {
        waiting.putAll(barriers);
    }

    private synchronized void look() {
        if (looking || waiting.isEmpty()) {
            return;
        }
        looking = true;
        Map<String, String> asked = Map.copyOf(waiting);
        transactions.run(tx -> wakeReached(tx, asked)).subscribe().with(this::woken, failure -> {
            LOG.debugf("removals look for themselves: %s", failure.getMessage());
            woken(List.copyOf(asked.keySet()));
        });
    }

    private Uni<List<String>> wakeReached(LedgerTransaction tx, Map<String, String> asked) {
        return catchUp.reached(tx)
                .map(reached -> asked.entrySet().stream()
                        .filter(entry -> reached.test(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .toList())
                .invoke(volumes ->
                        volumes.forEach(volume -> tx.due(new DueChange.Wake("volume", volume, tx.now()))));
    }

    private synchronized void woken(List<String> volumes) {
        volumes.forEach(waiting::remove);
        looking = false;
    }
}
