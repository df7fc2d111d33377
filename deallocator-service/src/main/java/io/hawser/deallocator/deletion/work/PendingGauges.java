package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.kafka.Kinds;
import io.hawser.deallocator.wiring.DeletionConfig;
import io.hawser.ledger.tx.Periodic;
import io.hawser.ledger.tx.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Map;
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

    private volatile Map<String, Pending> seen = Map.of();

    PendingGauges(DeletionConfig config, Transactions transactions, Vertx vertx, Kinds kinds, MeterRegistry metrics) {
        this.looks = new Periodic(
                vertx,
                config.countEvery(),
                () -> transactions
                        .single(statements -> statements.select(PENDING))
                        .invoke(rows -> seen = rows.stream()
                                .collect(Collectors.toUnmodifiableMap(
                                        row -> (String) row[0], row -> new Pending((Long) row[1], (Double) row[2])))),
                failure -> LOG.debugf("pending deletions could not be counted: %s", failure));
        Stream.concat(Stream.of("service"), kinds.all().stream().map(kind -> kind.kind()
                        .word()))
                .forEach(word -> register(metrics, word));
    }

    private void register(MeterRegistry metrics, String word) {
        Gauge.builder("hawser_deletions_pending", this, gauges -> gauges.of(word)
                        .count())
                .tag("resource", word)
                .register(metrics);
        Gauge.builder("hawser_deletions_oldest_seconds", this, gauges -> gauges.of(word)
                        .oldestSeconds())
                .tag("resource", word)
                .register(metrics);
    }

    private Pending of(String word) {
        return seen.getOrDefault(word, Pending.NONE);
    }
}
