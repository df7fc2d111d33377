package io.hawser.ledger.fault;

import io.hawser.ledger.LedgerConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/** Halts the process at a named commit point where a test asked for it; does nothing otherwise. */
@ApplicationScoped
public class CommitPoints {
    private static final Logger LOG = Logger.getLogger(CommitPoints.class);
    private static final int KILLED = 137;

    private final Optional<Halt> halt;
    private final Map<CommitPoint, AtomicInteger> reached = new ConcurrentHashMap<>();

    private record Halt(CommitPoint point, int nth) {
        static Halt parse(String text) {
            String[] parts = text.split(":", 2);
            return new Halt(CommitPoint.valueOf(parts[0]), parts.length > 1 ? Integer.parseInt(parts[1]) : 1);
        }
    }

    public CommitPoints(LedgerConfig config) {
        this.halt = config.faults().haltAt().map(Halt::parse);
        halt.ifPresent(h -> LOG.warnf("hawser.ledger.faults.halt-at is set: this process will halt at %s", h));
    }

    /** Says that this point is reached now. */
    @SuppressWarnings("SystemExitOutsideMain") // a crash is what the test wants: no shutdown hook may run
    public void reached(CommitPoint point) {
        if (halt.isEmpty() || halt.get().point() != point) {
            return;
        }
        int nth = reached.computeIfAbsent(point, p -> new AtomicInteger()).incrementAndGet();
        if (nth == halt.get().nth()) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
