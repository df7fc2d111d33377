package io.hawser.ledger.intake;

import io.hawser.bus.pace.Backoff;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Partitions whose next record cannot be applied although it is not at fault: the schema, a missing right, or this
 * program is. Each waits and is retried independently. Readiness and the gauge {@code hawser_intake_stopped} name it
 * and the reason.
 */
@ApplicationScoped
public class StoppedPartitions {
    private static final Logger LOG = Logger.getLogger(StoppedPartitions.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final PausedPartitions paused;
    private final Vertx vertx;
    private final MultiGauge gauge;
    private final Map<TopicPartition, Stop> stops = new ConcurrentHashMap<>();

    /** @param resting false during a retry */
    private record Stop(int attempt, String cause, String sentence, boolean resting) {}

    public StoppedPartitions(PausedPartitions paused, Vertx vertx, MeterRegistry metrics) {
        this.paused = paused;
        this.vertx = vertx;
        this.gauge = MultiGauge.builder("hawser_intake_stopped")
                .description("Partitions that wait until the service can apply their next record")
                .register(metrics);
    }

    /**
     * The partition's next record cannot be applied, so nothing of it is read for a while.
     *
     * @param ours whether this process still has the partition; already false when {@link #forget} is called
     */
    void stop(TopicPartition partition, Throwable cause, BooleanSupplier ours) {
        Stop stop = stops.compute(partition, (p, before) -> stopped(before, cause));
        // It may have been revoked during the try: then no record of it is applied here that would end the stop.
        if (!ours.getAsBoolean()) {
            forget(List.of(partition));
            return;
        }
        if (stop.attempt() == 1) {
            LOG.errorf(cause, "%s stops: not its records, but this service or its database is at fault", partition);
        } else {
            LOG.warnf("%s still waits: %s", partition, stop.sentence());
        }
        measure();
        Duration delay =
                BACKOFF.delay(stop.attempt(), RandomGenerator.getDefault().nextDouble());
        vertx.setTimer(delay.toMillis(), elapsed -> {
            stops.computeIfPresent(partition, (p, s) -> new Stop(s.attempt(), s.cause(), s.sentence(), false));
            paused.resume(partition::equals);
        });
    }

    private static Stop stopped(Stop before, Throwable cause) {
        return new Stop(
                before == null ? 1 : before.attempt() + 1,
                DatabaseFailures.sqlState(cause).orElse(cause.getClass().getSimpleName()),
                String.valueOf(cause.getMessage()),
                true);
    }

    /** Whether the partition is not to be read now. */
    boolean rests(TopicPartition partition) {
        Stop stop = stops.get(partition);
        return stop != null && stop.resting();
    }

    /** A record of the partition was applied. */
    void goesOn(TopicPartition partition) {
        if (!stops.isEmpty() && stops.remove(partition) != null) {
            LOG.infof("%s goes on", partition);
            measure();
        }
    }

    /** Another replica has the partitions now. */
    void forget(Collection<TopicPartition> partitions) {
        if (stops.keySet().removeAll(partitions)) {
            measure();
        }
    }

    /** The waiting partitions and their reasons, for a person. */
    public Map<String, String> sentences() {
        Map<String, String> sentences = new TreeMap<>();
        stops.forEach((partition, stop) -> sentences.put(partition.toString(), stop.sentence()));
        return sentences;
    }

    private void measure() {
        Set<MultiGauge.Row<?>> rows = stops.entrySet().stream()
                .map(stop -> MultiGauge.Row.of(
                        Tags.of(
                                "topic", stop.getKey().topic(),
                                "partition", Integer.toString(stop.getKey().partition()),
                                "cause", stop.getValue().cause()),
                        1))
                .collect(Collectors.toSet());
        gauge.register(rows, true);
    }
}
