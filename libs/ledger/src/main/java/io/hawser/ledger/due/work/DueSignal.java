package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.FailingKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The loops of this process. Notifies them of what a commit made due, which is only a hint, and reports their failures
 * to people.
 */
@ApplicationScoped
public class DueSignal {
    private static final Duration[] DELAYS = Stream.of(
                    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private static final Duration[] LOOKS = Stream.of(250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000)
            .map(micros -> Duration.of(micros, ChronoUnit.MICROS))
            .toArray(Duration[]::new);

    private final MeterRegistry metrics;
    private final List<DueLoop> loops = new CopyOnWriteArrayList<>();
    private final IdleLook idle = new IdleLook(loops);

    public DueSignal(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /** @param now the transaction's time */
    public void committed(List<DueChange> changes, Instant now) {
        loops.forEach(loop -> loop.committed(changes, now));
    }

    /** @return what measures how late the loop begins its work */
    Timer joins(DueLoop loop) {
        loops.add(loop);
        Gauge.builder("hawser_due_failing", loop, DueLoop::failing)
                .description("Keys of due work that failed when this process tried them last")
                .tag("kind", loop.kind())
                .register(metrics);
        return Timer.builder("hawser_due_delay")
                .description("For how long keys were due before this process began to work on them")
                .tag("kind", loop.kind())
                .serviceLevelObjectives(DELAYS)
                .register(metrics);
    }

    /** @return what measures how long the loop's looks take, its wait for a connection included */
    Timer looks(DueLoop loop) {
        return Timer.builder("hawser_due_look")
                .description("How long a look for due work took")
                .tag("kind", loop.kind())
                .serviceLevelObjectives(LOOKS)
                .register(metrics);
    }

    /** The look of all idle loops of this process. */
    IdleLook idleLook() {
        return idle;
    }

    /** Work that fails for longer than a retry could solve; at most one for each kind. */
    public List<FailingKind> failing() {
        return loops.stream().flatMap(loop -> loop.failingKind().stream()).toList();
    }
}
