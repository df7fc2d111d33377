package io.hawser.ledger.outbox.kafka;

import io.hawser.ledger.outbox.Unsent;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jboss.logging.Logger;

/**
 * Regularly counts the outbox rows of all shards, no matter which replica's relays send them. Rows set aside are not
 * counted, because they wait for a topic.
 */
@ApplicationScoped
public class UnsentRows {
    private static final Logger LOG = Logger.getLogger(UnsentRows.class);
    private static final Duration EVERY = Duration.ofSeconds(10);

    /** Counting more rows would cost more than it tells. */
    private static final int COUNTED = 100_000;

    private final Periodic looks;
    private volatile List<Unsent> seen = List.of();

    public UnsentRows(Transactions transactions, Vertx vertx, MeterRegistry metrics) {
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> transactions.single(UnsentRows::read).invoke(read -> seen = read),
                failure -> LOG.debugf("how much is unsent is looked at later: %s", failure.getMessage()));
        Gauge.builder("hawser_outbox_unsent", this, rows -> rows.all(Unsent::rows))
                .description("Records in the database that are still to be sent, at most 100000 a shard")
                .register(metrics);
        Gauge.builder("hawser_outbox_oldest_seconds", this, UnsentRows::oldestSeconds)
                .description("How long the oldest record that is still to be sent has waited")
                .register(metrics);
    }

    void start(@Observes StartupEvent event) {
        looks.run();
        looks.start();
    }

    void stop(@Observes ShutdownEvent event) {
        looks.stop();
    }

    /** The unsent rows of that shard at the last count. */
    Optional<Unsent> of(int shard) {
        return seen.stream().filter(unsent -> unsent.shard() == shard).findFirst();
    }

    private double all(ToLongFunction<Unsent> figure) {
        return seen.stream().mapToLong(figure).sum();
    }

    private double oldestSeconds() {
        Duration now = now();
        return seen.stream()
                .mapToLong(unsent -> unsent.oldest(now).toSeconds())
                .max()
                .orElse(0);
    }

    private static Uni<List<Unsent>> read(Statements statements) {
        return statements.select("""
                        select s.shard,
                               (select count(*)
                                from (select 1 from ledger_outbox o where o.shard = s.shard limit $1) counted),
                               coalesce((select cast(extract(epoch from clock_timestamp() - o.drawn) as float8)
                                         from ledger_outbox o where o.shard = s.shard order by o.id limit 1), 0)
                        from ledger_shard s order by s.shard
                        """, COUNTED).map(rows -> rows.stream()
                .map(row -> new Unsent(
                        (Short) row[0], (Long) row[1], Duration.ofMillis((long) (1000 * (Double) row[2])), now()))
                .toList());
    }

    static Duration now() {
        return Duration.ofNanos(System.nanoTime());
    }
}
