package io.hawser.volume.api;

import io.hawser.ledger.tx.Periodic;
import io.hawser.ledger.tx.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Volumes by phase, and claims by state and reason, counted regularly. Each replica counts all. */
@ApplicationScoped
public class EntityGauges {
    private static final Logger LOG = Logger.getLogger(EntityGauges.class);
    private static final Duration EVERY = Duration.ofSeconds(30);

    private static final String VOLUMES = """
            select case when removal then 'removing' when created then 'created' else 'creating' end, count(*)
            from volume group by 1
            """;

    /** A claim's message is for people; these reasons are few, because metrics keep each for ever. */
    private static final String CLAIMS = """
            select case when state = 'GRANTED' and path <> '' then 'mounted' else lower(state) end, '', count(*)
            from claim where state <> 'WAITING' group by 1
            union all
            select 'waiting',
                   case when cardinality(c.awaits) > 0 then 'in-use'
                        when c.source like 'group:%' then 'group'
                        when v.name is null then 'no-volume'
                        when v.removal then 'removing'
                        when not v.created then 'creating'
                        else 'node' end,
                   count(*)
            from claim c left join volume v on v.name = c.source where c.state = 'WAITING' group by 2
            """;

    private static final List<Tags> PHASES = Stream.of("creating", "created", "removing")
            .map(EntityGauges::phase)
            .toList();

    private static final List<Tags> CLAIM_STATES = Stream.concat(
                    Stream.of("granted", "mounted", "releasing").map(state -> claim(state, "")),
                    Stream.of("in-use", "group", "no-volume", "removing", "creating", "node")
                            .map(reason -> claim("waiting", reason)))
            .toList();

    private final Transactions transactions;
    private final Periodic looks;
    private final MultiGauge volumes;
    private final MultiGauge claims;

    public EntityGauges(Transactions transactions, Vertx vertx, MeterRegistry metrics) {
        this.transactions = transactions;
        this.looks = new Periodic(
                vertx, EVERY, this::count, failure -> LOG.debugf("counted later: %s", failure.getMessage()));
        this.volumes = MultiGauge.builder("hawser_volumes").register(metrics);
        this.claims = MultiGauge.builder("hawser_claims").register(metrics);
    }

    void start(@Observes StartupEvent event) {
        looks.start();
        looks.run();
    }

    void stop(@Observes ShutdownEvent event) {
        looks.stop();
    }

    private Uni<?> count() {
        return counts(VOLUMES, PHASES, row -> phase((String) row[0]))
                .invoke(rows -> volumes.register(rows, true))
                .chain(() -> counts(CLAIMS, CLAIM_STATES, row -> claim((String) row[0], (String) row[1])))
                .invoke(rows -> claims.register(rows, true));
    }

    /** The last column is the count. What there is none of has 0: an alert needs a number. */
    private Uni<List<MultiGauge.Row<?>>> counts(String sql, List<Tags> all, Function<Object[], Tags> tags) {
        return transactions.single(statements -> statements.select(sql)).map(rows -> {
            Map<Tags, Long> counts = new HashMap<>();
            all.forEach(one -> counts.put(one, 0L));
            rows.forEach(row -> counts.put(tags.apply(row), (Long) row[row.length - 1]));
            return counts.entrySet().stream()
                    .<MultiGauge.Row<?>>map(entry -> MultiGauge.Row.of(entry.getKey(), entry.getValue()))
                    .toList();
        });
    }

    private static Tags phase(String phase) {
        return Tags.of("phase", phase);
    }

    private static Tags claim(String state, String reason) {
        return Tags.of("state", state, "reason", reason);
    }
}
