package io.hawser.ledger.operator.api;

import io.hawser.ledger.tx.db.Background;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** Gauges of what is stored, counted every 30 seconds. Each replica counts all. */
public final class CountedGauges implements Background {
    private static final Logger LOG = Logger.getLogger(CountedGauges.class);
    private static final Duration EVERY = Duration.ofSeconds(30);

    private final Transactions transactions;
    private final List<Counted> all;
    private final Periodic looks;

    /**
     * A gauge of several rows.
     *
     * @param sql its last column is the count
     * @param zeros what there may be none of; it has 0 then, because an alert needs a number
     */
    public record Counted(MultiGauge gauge, String sql, List<Tags> zeros, Function<Object[], Tags> tags) {}

    public CountedGauges(Transactions transactions, Vertx vertx, List<Counted> all) {
        this.transactions = transactions;
        this.all = List.copyOf(all);
        this.looks = new Periodic(
                vertx, EVERY, this::count, failure -> LOG.debugf("counted later: %s", failure.getMessage()));
    }

    @Override
    public void start() {
        looks.start();
        looks.run();
    }

    @Override
    public void stop() {
        looks.stop();
    }

    /** Counts now. */
    public Uni<Void> count() {
        Uni<Void> counted = Uni.createFrom().voidItem();
        for (Counted one : all) {
            counted = counted.chain(() -> transactions.single(statements -> statements.select(one.sql())))
                    .invoke(rows -> one.gauge().register(rows(one, rows), true))
                    .replaceWithVoid();
        }
        return counted;
    }

    private static List<MultiGauge.Row<?>> rows(Counted one, List<Object[]> found) {
        Map<Tags, Long> counts = new HashMap<>();
        one.zeros().forEach(tags -> counts.put(tags, 0L));
        found.forEach(row -> counts.put(one.tags().apply(row), (Long) row[row.length - 1]));
        return counts.entrySet().stream()
                .<MultiGauge.Row<?>>map(entry -> MultiGauge.Row.of(entry.getKey(), entry.getValue()))
                .toList();
    }
}
