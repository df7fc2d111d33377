package io.hawser.plugin.registry.work;

import io.hawser.csi.LookPauses;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.InstanceEvent;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.csi.PluginProbe;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.kafka.Announcements;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Asks one due instance and stores its answer. The instance's next due time is moved before it is asked, so that not
 * all replicas ask it; two that ask do no harm. The answer is applied to the row as it is when the answer comes.
 */
@ApplicationScoped
public class ProbeWork {
    private static final Logger LOG = Logger.getLogger(ProbeWork.class);
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final PluginProbe probe;
    private final Announcements announcements;
    private final ProbeConfig config;
    private final LookPauses pauses;

    public ProbeWork(Transactions transactions, PluginProbe probe, Announcements announcements, ProbeConfig config) {
        this.transactions = transactions;
        this.probe = probe;
        this.announcements = announcements;
        this.config = config;
        this.pauses = new LookPauses(config.every(), config.retryAfter());
    }

    /** @param key {@code plugin/instance} */
    public Uni<Void> work(String key) {
        int slash = key.indexOf('/');
        String plugin = key.substring(0, slash);
        String instance = key.substring(slash + 1);
        return transactions
                .run(tx -> take(tx, plugin, instance))
                .chain(endpoint -> endpoint.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : probe.ask(plugin, endpoint.get())
                                .chain(result ->
                                        transactions.run(tx -> store(tx, plugin, instance, endpoint.get(), result))));
    }

    /** @return the endpoint to ask; empty if the instance is not registered any more */
    private Uni<Optional<String>> take(LedgerTransaction tx, String plugin, String instance) {
        Instant putOff = tx.now().plus(config.callDeadline().multipliedBy(2)).plus(MARGIN);
        return LockedRegistry.lockInstance(tx, plugin, instance)
                .invoke(known -> known.ifPresent(ignored -> due(tx, plugin, instance, putOff)))
                .map(known -> known.map(Instance::endpoint));
    }

    private Uni<Void> store(LedgerTransaction tx, String plugin, String instance, String endpoint, ProbeResult result) {
        return LockedRegistry.lockPlugin(tx, plugin)
                .invoke(locked -> store(tx, locked, plugin, instance, endpoint, result))
                .replaceWithVoid();
    }

    private void store(
            LedgerTransaction tx,
            LockedRegistry locked,
            String plugin,
            String instance,
            String endpoint,
            ProbeResult result) {
        Registry before = locked.toDomain();
        Plugin known = before.plugins().get(plugin);
        if (known == null || known.instance(instance).isEmpty()) {
            return;
        }
        Plugin after = known.probed(instance, endpoint, result);
        Map<String, Plugin> plugins = new HashMap<>(before.plugins());
        plugins.put(plugin, after);
        Registry registry = before.with(plugins);
        Instance answered = after.instance(instance).orElseThrow();
        log(plugin, known.instance(instance).orElseThrow(), answered);
        due(tx, plugin, instance, tx.now().plus(delay(answered.health())));
        locked.write(registry);
        announcements.changes(tx, locked, registry);
        announcements.events(tx, InstanceEvent.between(known, after));
    }

    private Duration delay(Health health) {
        return switch (health) {
            // The endpoint changed while the old one was asked.
            case Health.Unasked() -> Duration.ZERO;
            case Health.Healthy ignored -> pauses.after(0, random());
            case Health.Unhealthy bad -> pauses.after(bad.failures(), random());
        };
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    private static void due(LedgerTransaction tx, String plugin, String instance, Instant when) {
        tx.due(new DueChange.At(InstanceRow.KIND, InstanceRow.id(plugin, instance), "", when));
    }

    private static void log(String plugin, Instance before, Instance after) {
        if (before.healthy() != after.healthy()) {
            String message = after.health() instanceof Health.Unhealthy bad ? bad.message() : "";
            LOG.infof(
                    "instance health changed plugin=%s instance=%s healthy=%s message=%s",
                    plugin, after.name(), after.healthy(), message);
        }
    }
}
