package io.hawser.ledger.intake;

import io.hawser.ledger.tx.db.DatabaseFailures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Whether the intake waits for the database, and why: it is away, read-only, full, or gives no lock. Time ends that,
 * and no other part of the service may show it.
 */
@ApplicationScoped
public class DatabaseWait {
    private static final Logger LOG = Logger.getLogger(DatabaseWait.class);

    /** A failure that the next try ends is not reported. */
    private static final Duration WARN_AFTER = Duration.ofSeconds(5);

    private final MultiGauge gauge;
    private volatile Optional<Wait> wait = Optional.empty();

    public DatabaseWait(MeterRegistry metrics) {
        this.gauge = MultiGauge.builder("hawser_intake_waits_for_database")
                .description("1 while records wait until the database can take them")
                .register(metrics);
    }

    /**
     * One wait, over all tries.
     *
     * @param cause why the last try failed: the SQLSTATE, or "connection" if the database gave none
     */
    record Wait(Duration since, String cause, String words) {
        static Wait of(Optional<Wait> before, Throwable failure, Duration now) {
            return new Wait(
                    before.map(Wait::since).orElse(now),
                    DatabaseFailures.sqlState(failure).orElse("connection"),
                    DatabaseFailures.words(failure));
        }

        Optional<String> message(Duration now) {
            return Optional.of(now.minus(since))
                    .filter(lasts -> lasts.compareTo(WARN_AFTER) > 0)
                    .map(lasts ->
                            "records wait for the database for " + lasts.toSeconds() + " s (" + cause + "): " + words);
        }
    }

    /** The database could not accept these records now. */
    synchronized void waits(int records, Throwable failure) {
        Wait next = Wait.of(wait, failure, now());
        LOG.warnf("%d records wait for the database (%s): %s", records, next.cause(), next.words());
        wait = Optional.of(next);
        gauge.register(Set.of(MultiGauge.Row.of(Tags.of("cause", next.cause()), 1)), true);
    }

    /** The database accepted them, or refused them for a reason that time does not end. */
    synchronized void over() {
        if (wait.isPresent()) {
            wait = Optional.empty();
            gauge.register(Set.of(), true);
        }
    }

    /** For a person. */
    public Optional<String> message() {
        return wait.flatMap(lasting -> lasting.message(now()));
    }

    private static Duration now() {
        return Duration.ofNanos(System.nanoTime());
    }
}
