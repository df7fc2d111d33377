package io.hawser.ledger.fault;

import io.hawser.ledger.LedgerConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/** Halts or stops the process at a named commit point where a test asked for it; does nothing otherwise. */
@ApplicationScoped
public class CommitPoints {
    private static final Logger LOG = Logger.getLogger(CommitPoints.class);
    private static final int KILLED = 137;

    private final Optional<Place> halt;
    private final Optional<Place> stop;
    private final Map<CommitPoint, AtomicInteger> reached = new ConcurrentHashMap<>();

    private record Place(CommitPoint point, int nth) {
        static Place parse(String text) {
            String[] parts = text.split(":", 2);
            return new Place(CommitPoint.valueOf(parts[0]), parts.length > 1 ? Integer.parseInt(parts[1]) : 1);
        }

        boolean is(CommitPoint reached, int times) {
            return point == reached && nth == times;
        }
    }

    public CommitPoints(LedgerConfig config) {
        this.halt = config.faults().haltAt().map(Place::parse);
        this.stop = config.faults().stopAt().map(Place::parse);
        halt.ifPresent(place -> LOG.warnf("hawser.ledger.faults.halt-at is set: this process will halt at %s", place));
        stop.ifPresent(place -> LOG.warnf("hawser.ledger.faults.stop-at is set: this process will stop at %s", place));
    }

    /** Says that this point is reached now. */
    @SuppressWarnings("SystemExitOutsideMain") // a crash is what the test wants: no shutdown hook may run
    public void reached(CommitPoint point) {
        if (halt.isEmpty() && stop.isEmpty()) {
            return;
        }
        int nth = reached.computeIfAbsent(point, p -> new AtomicInteger()).incrementAndGet();
        if (halt.filter(place -> place.is(point, nth)).isPresent()) {
            Runtime.getRuntime().halt(KILLED);
        }
        if (stop.filter(place -> place.is(point, nth)).isPresent()) {
            stop();
        }
    }

    /** Returns when somebody sent SIGCONT. */
    private static void stop() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
