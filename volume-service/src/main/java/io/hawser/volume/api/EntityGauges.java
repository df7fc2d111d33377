package io.hawser.volume.api;

import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.ledger.operator.api.CountedGauges.Counted;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Volumes by phase, and claims by state and reason. */
@Singleton
class EntityGauges {
    /** Created is what {@code VolumeRow.isProvisioned} calls so. */
    static final String VOLUMES = """
            select case when removal then 'removing'
                        when created and (create_attempted or not uncertain) then 'created'
                        else 'creating' end, count(*)
            from volume group by 1
            """;

    private static final String CLAIMS = """
            select state, case when state in ('waiting', 'failed') then reason else '' end, count(*)
            from (select case when state = 'GRANTED' and path <> '' then 'mounted'
                              when state = 'GRANTED' and message <> '' then 'failed'
                              else lower(state) end as state,
                         case when reason = '' then 'Unknown' else reason end as reason
                  from claim) as shown
            group by 1, 2
            """;

    private static final List<Tags> PHASES = Stream.of("creating", "created", "removing")
            .map(EntityGauges::phase)
            .toList();

    private static final Set<Reason> FAILURES = Set.of(Reason.ATTACH_FAILED, Reason.MOUNT_FAILED);

    private static final List<Tags> CLAIM_STATES = Stream.concat(
                    Stream.of("granted", "mounted", "releasing").map(state -> claim(state, "")),
                    Stream.of(Reason.values())
                            .map(reason -> claim(FAILURES.contains(reason) ? "failed" : "waiting", reason.word())))
            .toList();

    @Singleton
    CountedGauges gauges(Transactions transactions, Vertx vertx, MeterRegistry metrics) {
        MultiGauge volumes = MultiGauge.builder("hawser_volumes").register(metrics);
        MultiGauge claims = MultiGauge.builder("hawser_claims").register(metrics);
        return new CountedGauges(
                transactions,
                vertx,
                List.of(
                        new Counted(volumes, VOLUMES, PHASES, row -> phase((String) row[0])),
                        new Counted(claims, CLAIMS, CLAIM_STATES, row -> claim((String) row[0], (String) row[1]))));
    }

    private static Tags phase(String phase) {
        return Tags.of("phase", phase);
    }

    private static Tags claim(String state, String reason) {
        return Tags.of("state", state, "reason", reason);
    }
}
