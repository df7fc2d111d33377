package io.hawser.ledger.catchup.work;

import io.hawser.ledger.catchup.GatePhase;
import io.hawser.ledger.catchup.GatePhase.Deciding;
import io.hawser.ledger.catchup.GatePhase.Noting;
import io.hawser.ledger.catchup.GatePhase.Open;
import io.hawser.ledger.catchup.GatePhase.Reading;
import io.hawser.ledger.catchup.work.StoredPositions.Look;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Takes the {@link StartGate} from one phase to the next, and back to the first. Only one step runs at a time. */
final class GateSteps {
    private static final Logger LOG = Logger.getLogger(GateSteps.class);
    private static final Duration SAY = Duration.ofSeconds(10);
    private static final Duration WATCH = Duration.ofSeconds(5);

    /** What other parts want to be done in a phase. */
    record Hooks(
            FirstRows first,
            List<Supplier<Uni<Void>>> onceRead,
            List<Function<LedgerTransaction, Uni<String>>> conditions,
            List<Runnable> whenOpened) {
        Hooks(Duration patience) {
            this(
                    new FirstRows(patience),
                    new CopyOnWriteArrayList<>(),
                    new CopyOnWriteArrayList<>(),
                    new CopyOnWriteArrayList<>());
        }
    }

    private final Transactions transactions;
    private final DatabaseLife life;
    private final TopicEnds ends;
    private final StoredPositions positions;
    private final DatabaseClock clock;
    private final Hooks hooks;
    private final String topics;
    private final MultiGauge behind;
    private volatile long readIn;
    private volatile long openIn;
    private volatile String waitsFor = "the start";

    // Steps alone use these fields.
    private GatePhase phase = new Noting();
    private long shutIn;
    private long shutSince;
    private long said;
    private long watched;

    GateSteps(
            Transactions transactions,
            DatabaseLife life,
            TopicEnds ends,
            StoredPositions positions,
            DatabaseClock clock,
            Hooks hooks,
            String topics,
            MultiGauge behind) {
        this.transactions = transactions;
        this.life = life;
        this.ends = ends;
        this.positions = positions;
        this.clock = clock;
        this.hooks = hooks;
        this.topics = topics;
        this.behind = behind;
    }

    boolean isRead() {
        return readIn == life.number();
    }

    boolean isOpen() {
        return openIn == life.number();
    }

    String waitsFor() {
        return waitsFor;
    }

    Uni<Void> step() {
        return Uni.createFrom()
                .deferred(this::phase)
                .onFailure()
                .invoke(failure -> {
                    waitsFor = DatabaseFailures.words(failure);
                    LOG.debug("a step of the start gate failed, trying again", failure);
                })
                .onTermination()
                .invoke(this::warn);
    }

    private void warn() {
        if (!isOpen() && shutIn != 0 && System.nanoTime() - said > SAY.toNanos()) {
            said = System.nanoTime();
            LOG.warnf(
                    "nothing is decided for %d s now: this waits for %s",
                    Duration.ofNanos(said - shutSince).toSeconds(), waitsFor);
        }
    }

    private Uni<Void> phase() {
        long now = life.number();
        if (now != shutIn) {
            shutIn = now;
            shutSince = System.nanoTime();
            said = shutSince;
            phase = new Noting();
            waitsFor = "how far the topics go";
            LOG.infof("nothing is decided before %s are read to their present ends", topics);
        }
        return switch (phase) {
            case Noting() ->
                ends.note().invoke(noted -> phase = new Reading(noted)).replaceWithVoid();
            case Reading reading -> look().chain(look -> read(reading, look));
            case Deciding deciding -> look().chain(look -> decided(deciding, look));
            case Open() -> watch();
        };
    }

    private Uni<Look> look() {
        return positions.look().invoke(look -> {
            if (look.standby()) {
                waitsFor = "a database that can be written: this one is a standby";
            }
        });
    }

    /** Whether the phase may continue after this look. */
    private boolean isInOrder(Look look) {
        return !look.standby() && life.number() == shutIn;
    }

    private Uni<Void> read(Reading reading, Look look) {
        if (!isInOrder(look)) {
            return Uni.createFrom().voidItem();
        }
        Map<LogPartition, Long> missing = reading.barrier().missing(look.positions());
        behind.register(
                missing.entrySet().stream()
                        .map(end -> MultiGauge.Row.of(
                                Tags.of("partition", end.getKey().name()),
                                end.getValue() - look.positions().getOrDefault(end.getKey(), 0L)))
                        .toList(),
                true);
        if (!missing.isEmpty()) {
            waitsFor = reading.waitsFor(look.positions());
            return ends.retakeIfUnreachable(missing)
                    .invoke(retaken -> retaken.ifPresent(noted -> phase = new Reading(noted)))
                    .replaceWithVoid();
        }
        long in = shutIn;
        waitsFor = "its own topics, which show whether the database is an older copy";
        return InOrder.each(hooks.onceRead(), Supplier::get)
                .chain(() -> transactions.run(tx -> hooks.first().due(tx).map(keys -> new Deciding(tx.now(), keys))))
                .chain(deciding -> {
                    phase = deciding;
                    readIn = in;
                    return decided(deciding, look);
                });
    }

    private Uni<Void> decided(Deciding deciding, Look look) {
        if (!isInOrder(look)) {
            return Uni.createFrom().voidItem();
        }
        long in = shutIn;
        Uni<Set<String>> left = deciding.keys().isEmpty()
                ? Uni.createFrom().item(Set.<String>of())
                : transactions.run(tx -> hooks.first().left(tx, deciding));
        return left.chain(keys -> {
            Deciding now = new Deciding(deciding.since(), keys);
            phase = now;
            if (!keys.isEmpty()) {
                waitsFor = now.waitsFor();
            } else if (clock.mayHaveLostCalls()) {
                waitsFor = "calls that may be under way and that the database has lost, or takes for ended";
            } else {
                return objection().invoke(message -> openUnless(message, in)).replaceWithVoid();
            }
            return Uni.createFrom().voidItem();
        });
    }

    /** The first reason against opening; empty = none. */
    private Uni<String> objection() {
        return transactions.run(tx -> {
            Uni<String> found = Uni.createFrom().item("");
            for (Function<LedgerTransaction, Uni<String>> condition : hooks.conditions()) {
                found = found.chain(message -> message.isEmpty()
                        ? condition.apply(tx)
                        : Uni.createFrom().item(message));
            }
            return found;
        });
    }

    private void openUnless(String message, long in) {
        if (!message.isEmpty()) {
            waitsFor = message;
            return;
        }
        phase = new Open();
        openIn = in;
        watched = System.nanoTime();
        LOG.infof(
                "the topics are read up to those ends; decisions begin after %d ms",
                Duration.ofNanos(watched - shutSince).toMillis());
        hooks.whenOpened().forEach(Runnable::run);
    }

    /** A machine restored to a snapshot with its memory does not look like another server. */
    private Uni<Void> watch() {
        if (System.nanoTime() - watched < WATCH.toNanos()) {
            return Uni.createFrom().voidItem();
        }
        watched = System.nanoTime();
        return look().replaceWithVoid();
    }
}
