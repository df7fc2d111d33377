package io.hawser.ledger.due;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The loops of this process. Notifies them of what a commit made due, which is only a hint, and reports their failures
 * to people.
 */
@ApplicationScoped
public class DueSignal {
    private final MeterRegistry metrics;
    private final List<DueLoop> loops = new CopyOnWriteArrayList<>();

    public DueSignal(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /** @param now the transaction's time */
    public void committed(List<DueChange> changes, Instant now) {
        loops.forEach(loop -> loop.committed(changes, now));
    }

    void joins(DueLoop loop) {
        loops.add(loop);
        Gauge.builder("hawser_due_failing", loop, DueLoop::failing)
                .description("Keys of due work that failed when this process tried them last")
                .tag("kind", loop.kind())
                .register(metrics);
    }

    /** Work that fails for longer than a retry could solve; at most one for each kind. */
    public List<FailingKind> failing() {
        return loops.stream().flatMap(loop -> loop.failingKind().stream()).toList();
    }
}
