package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.kafka.Kinds;
import io.hawser.deallocator.wiring.DeletionConfig;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Metrics of the deletions that are asked for and have not had their effect: how many, and the age of the oldest. What
 * a service that ended keeps is not pending: it stays as long as it exists.
 */
@ApplicationScoped
public class PendingGauges {
    private static final Logger LOG = Logger.getLogger(PendingGauges.class);
    static final String PENDING = """
            select kind, count(*), coalesce(extract(epoch from now() - min(asked)), 0)::float8 from (
              select 'service' as kind, asked from service where deletion <> 'NOT_ASKED'
              union all select split_part(id, '/', 1), asked from resource
                where deletion <> 'NOT_ASKED' and (deletion <> 'ASKED' or retain_by is null)) p
            group by kind
            """;

    private record Pending(long count, double oldestSeconds) {
        static final Pending NONE = new Pending(0, 0);
    }

    @Produces
    final Periodic looks;

    /** Empty: they are not counted yet, or could not be. Neither 0 nor an old number would say so. */
    private volatile Optional<Map<String, Pending>> seen = Optional.empty();

    @Inject
    PendingGauges(DeletionConfig config, Transactions transactions, Vertx vertx, MeterRegistry metrics) {
        this(() -> transactions.single(statements -> statements.select(PENDING)), config.countEvery(), vertx, metrics);
    }

    PendingGauges(Supplier<Uni<List<Object[]>>> count, Duration every, Vertx vertx, MeterRegistry metrics) {
        this.looks = new Periodic(
                vertx,
                every,
                () -> count.get()
                        .invoke(rows -> seen = Optional.of(rows.stream()
                                .collect(Collectors.toUnmodifiableMap(
                                        row -> (String) row[0], row -> new Pending((Long) row[1], (Double) row[2]))))),
                failure -> {
                    seen = Optional.empty();
                    LOG.debugf("pending deletions could not be counted: %s", failure);
                });
        Stream.concat(Stream.of("service"), Kinds.HAWSERS.all().stream().map(kind -> kind.kind()
                        .word()))
                .forEach(word -> register(metrics, word));
    }

    private void register(MeterRegistry metrics, String word) {
        gauge("hawser_deletions_pending", metrics, word, Pending::count);
        gauge("hawser_deletions_oldest_seconds", metrics, word, Pending::oldestSeconds);
    }

    private void gauge(String name, MeterRegistry metrics, String word, ToDoubleFunction<Pending> value) {
        Gauge.builder(name, this, gauges -> gauges.seen
                        .map(counted -> value.applyAsDouble(counted.getOrDefault(word, Pending.NONE)))
                        .orElse(Double.NaN))
                .tag("resource", word)
                .register(metrics);
    }
}
