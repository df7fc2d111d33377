package io.hawser.plugin.registry.work;

import io.hawser.csi.LookPauses;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.InstanceEvent;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.csi.PluginProbe;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.db.NodeRow;
import io.hawser.plugin.registry.kafka.Announcements;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Asks due instances. An answer that changes nothing costs one statement, which takes no lock. Any other answer is
 * applied, under the plugin's lock, to the row as it is then. Two replicas that ask the same instance do no harm.
 */
@ApplicationScoped
public class ProbeWork {
    private static final Logger LOG = Logger.getLogger(ProbeWork.class);
    /** Failures in a row after which an instance of a removed node ends. */
    private static final int GIVEN_UP_AFTER = 3;

    /** Ends the work on an instance about which nothing has changed; false if it cannot be ended so. */
    @FunctionalInterface
    interface PutOff extends BiFunction<String, Duration, Uni<Boolean>> {}

    private final Transactions transactions;
    private final PluginProbe probe;
    private final Announcements announcements;
    private final LookPauses pauses;

    public ProbeWork(Transactions transactions, PluginProbe probe, Announcements announcements, ProbeConfig config) {
        this.transactions = transactions;
        this.probe = probe;
        this.announcements = announcements;
        this.pauses = new LookPauses(config.every(), config.retryAfter());
    }

    /**
     * Reads these instances with one query, and returns the work on each of them.
     *
     * @param keys {@code plugin/instance} each
     */
    Uni<Function<String, Uni<Void>>> read(List<String> keys, PutOff putOff) {
        return transactions
                .single(statements -> InstanceRow.read(statements, keys))
                .map(known -> key -> Optional.ofNullable(known.get(key))
                        .map(instance -> ask(key, instance, putOff))
                        // The instance was deregistered, and its due work with it.
                        .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private Uni<Void> ask(String key, Instance asked, PutOff putOff) {
        String plugin = InstanceRow.pluginOf(key);
        long begun = System.nanoTime();
        return probe.ask(plugin, asked.endpoint()).chain(result -> {
            // Each failure is a change, so without a change the time does not count.
            Health after = asked.health().after(plugin, asked.declared().role(), result, Instant.EPOCH);
            Uni<Boolean> unchanged = after.equals(asked.health())
                    ? putOff.apply(key, delay(after, begun))
                    : Uni.createFrom().item(false);
            return unchanged.chain(done -> done
                    ? Uni.createFrom().voidItem()
                    : transactions.run(tx -> store(tx, plugin, asked, result, begun)));
        });
    }

    private Uni<Void> store(LedgerTransaction tx, String plugin, Instance asked, ProbeResult result, long begun) {
        return LockedRegistry.lockPlugin(tx, plugin)
                .chain(locked -> isGivenUp(tx, asked, result)
                        .invoke(givenUp -> store(tx, locked, plugin, asked, result, givenUp, begun)))
                .replaceWithVoid();
    }

    private static Uni<Boolean> isGivenUp(LedgerTransaction tx, Instance asked, ProbeResult result) {
        return asked.isAgents() && !(result instanceof ProbeResult.Ready)
                ? NodeRow.isGivenUp(tx.statements(), asked.node())
                : Uni.createFrom().item(false);
    }

    private void store(
            LedgerTransaction tx,
            LockedRegistry locked,
            String plugin,
            Instance asked,
            ProbeResult result,
            boolean givenUp,
            long begun) {
        String instance = asked.name();
        Registry before = locked.toDomain();
        Plugin known = before.plugins().get(plugin);
        if (known == null || known.instance(instance).isEmpty()) {
            return;
        }
        Plugin probed = known.has(asked) ? known.probed(instance, asked.endpoint(), result, tx.now()) : known;
        Instance answered = probed.instance(instance).orElseThrow();
        log(plugin, known.instance(instance).orElseThrow(), answered);
        // Only its agent would deregister it, and that agent is not expected any more. One that is back may have
        // registered it before its heartbeat is read here, so one failure is not enough.
        boolean ends = givenUp
                && answered.declared().equals(asked.declared())
                && answered.health() instanceof Health.Unhealthy bad
                && bad.failures() >= GIVEN_UP_AFTER;
        Plugin after = ends ? probed.deregister(instance) : probed;
        Map<String, Plugin> plugins = new HashMap<>(before.plugins());
        plugins.put(plugin, after);
        plugins.values().removeIf(Plugin::empty);
        Registry registry = before.with(plugins);
        if (ends) {
            tx.due(new DueChange.Forget(InstanceRow.KIND, InstanceRow.id(plugin, instance)));
        } else {
            due(tx, plugin, instance, tx.now().plus(delay(answered.health(), begun)));
        }
        locked.write(registry);
        announcements.changes(tx, locked, registry);
        announcements.events(tx, InstanceEvent.between(known, after));
    }

    /** @param begun the {@link System#nanoTime()} at which the instance was asked */
    private Duration delay(Health health, long begun) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return switch (health) {
            // While it was asked it got another endpoint or role, or a successor.
            case Health.Unasked() -> Duration.ZERO;
            case Health.Healthy ignored -> pauses.after(0, took, random());
            case Health.Unhealthy bad -> pauses.after(bad.failures(), took, random());
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
