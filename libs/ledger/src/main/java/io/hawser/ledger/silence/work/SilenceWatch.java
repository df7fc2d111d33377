package io.hawser.ledger.silence.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.db.Background;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jboss.logging.Logger;

/**
 * Regularly finds newly silent agents. Notes the time and the high watermarks, waits until this service has read that
 * far, and judges silence as of that time. A service that was down or lags judges no agent before it has caught up.
 */
public final class SilenceWatch implements Background {
    private static final Logger LOG = Logger.getLogger(SilenceWatch.class);
    private static final String KIND = "silence";
    private static final String EVERYBODY = "all";
    /** Maximum number in one transaction. */
    private static final int BATCH_SIZE = 200;

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final Set<HawserTopic> topics;
    private final Duration every;
    private final BiFunction<LedgerTransaction, List<String>, Uni<Void>> fallen;
    private final DueLoop loop;

    /**
     * @param topics with the records of the watched agents
     * @param fallen gets the newly silent agents, in the transaction that marks them
     */
    public SilenceWatch(
            Transactions transactions,
            CatchUp catchUp,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal,
            Set<HawserTopic> topics,
            Duration every,
            BiFunction<LedgerTransaction, List<String>, Uni<Void>> fallen) {
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.topics = Set.copyOf(topics);
        this.every = every;
        this.fallen = fallen;
        this.loop = new DueLoop(new DueSettings(KIND, 1, 1, ledger.due()), transactions, vertx, signal, keys -> work());
    }

    @Override
    public void start() {
        loop.start();
        transactions
                .run(tx -> {
                    tx.due(new DueChange.Wake(KIND, EVERYBODY, tx.now()));
                    return Uni.createFrom().voidItem();
                })
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(200), Duration.ofSeconds(5))
                .indefinitely()
                .subscribe()
                .with(ok -> {}, failure -> LOG.error("the look for silent nodes stopped", failure));
    }

    @Override
    public void stop() {
        loop.stop();
    }

    private Uni<Void> work() {
        return transactions.run(this::putOff).chain(asOf -> catchUp.awaitRead(topics)
                .ifNoItem()
                .after(every)
                .fail()
                .chain(() -> mark(asOf))
                .onFailure(io.smallrye.mutiny.TimeoutException.class)
                .recoverWithUni(() ->
                        Uni.createFrom().voidItem().invoke(() -> LOG.debug("not caught up: silence says nothing"))));
    }

    /** One replica checks, and the next check comes whatever the result. */
    private Uni<Instant> putOff(LedgerTransaction tx) {
        tx.due(new DueChange.At(KIND, EVERYBODY, "", tx.now().plus(every)));
        return Uni.createFrom().item(tx.now());
    }

    private Uni<Void> mark(Instant asOf) {
        return transactions
                .run(tx -> HeardRows.fallen(tx, asOf, BATCH_SIZE)
                        .call(names -> names.isEmpty() ? Uni.createFrom().voidItem() : fallen.apply(tx, names)))
                .chain(names -> names.size() < BATCH_SIZE ? Uni.createFrom().voidItem() : mark(asOf));
    }
}
