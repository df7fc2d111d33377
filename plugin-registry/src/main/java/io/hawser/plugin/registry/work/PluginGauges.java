package io.hawser.plugin.registry.work;

import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.ledger.operator.api.CountedGauges.Counted;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;

/** Each plugin's registered instances and its nodes, by health. A plugin without any has 0. */
@Singleton
class PluginGauges {
    private static final String INSTANCES = """
            select p.name, h.healthy, count(i.id)
            from plugin p cross join (values (true), (false)) h (healthy)
            left join instance i on i.plugin = p.name and (i.health = 'HEALTHY') = h.healthy
            group by 1, 2
            """;

    /** As {@code Fingerprint.unhealthyOn} says. */
    private static final String NODES = """
            select p.name, h.healthy, count(f.id)
            from plugin p cross join (values (true), (false)) h (healthy)
            left join (
              select f.id, f.plugin,
                f.healthy and coalesce(n.state, 'PRESENT') = 'PRESENT' and not coalesce(a.silent, false) as healthy
              from fingerprint f left join node n on n.name = f.node left join ledger_heard a on a.name = f.node
              where n.state is distinct from 'REMOVED'
            ) f on f.plugin = p.name and f.healthy = h.healthy
            group by 1, 2
            """;

    @Singleton
    CountedGauges gauges(Transactions transactions, Vertx vertx, MeterRegistry metrics) {
        MultiGauge instances = MultiGauge.builder("hawser_plugin_instances").register(metrics);
        MultiGauge nodes = MultiGauge.builder("hawser_plugin_nodes").register(metrics);
        return new CountedGauges(
                transactions,
                vertx,
                List.of(
                        new Counted(instances, INSTANCES, List.of(), PluginGauges::tags),
                        new Counted(nodes, NODES, List.of(), PluginGauges::tags)));
    }

    private static Tags tags(Object[] row) {
        return Tags.of("plugin", (String) row[0], "healthy", String.valueOf((Boolean) row[1]));
    }
}
