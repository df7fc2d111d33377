package io.hawser.bench.volumes;

import io.hawser.bench.report.Phase;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Brings many volumes through their life by records alone. In each phase, all volumes are processed concurrently. */
final class HawserRun {
    private final Surroundings surroundings;
    private final Outcomes outcomes;
    private final Duration atMost;
    private final Supplier<Optional<String>> trouble;

    /**
     * @param atMost for each phase
     * @param trouble why waiting is useless, if it is
     */
    HawserRun(Surroundings surroundings, Outcomes outcomes, Duration atMost, Supplier<Optional<String>> trouble) {
        this.surroundings = surroundings;
        this.outcomes = outcomes;
        this.atMost = atMost;
        this.trouble = trouble;
    }

    /**
     * @param nodes take turns
     * @return each phase's time, from the first record's write to the last volume's outcome
     */
    Map<Phase, Duration> run(List<String> volumes, VolumeSpec spec, List<BenchNode> nodes, Consumer<String> progress) {
        Map<Phase, Duration> took = new EnumMap<>(Phase.class);
        took.put(
                Phase.CREATE,
                timed(volumes, Outcome.CREATED, i -> surroundings.create(volumes.get(i), spec), progress));
        Expectation mounted = outcomes.expect(Outcome.MOUNTED, volumes);
        took.put(
                Phase.PUBLISH,
                timed(volumes, Outcome.ASSIGNED, i -> task(volumes, nodes, i, TaskState.TASK_STATE_RUNNING), progress));
        // The nodes' reports are not part of the publish; the next phase begins when they are processed.
        mounted.await(atMost, trouble);
        took.put(
                Phase.UNPUBLISH,
                timed(
                        volumes,
                        Outcome.DETACHED,
                        i -> task(volumes, nodes, i, TaskState.TASK_STATE_COMPLETE),
                        progress));
        took.put(Phase.DELETE, timed(volumes, Outcome.REMOVED, i -> surroundings.remove(volumes.get(i)), progress));
        return took;
    }

    private void task(List<String> volumes, List<BenchNode> nodes, int i, TaskState state) {
        surroundings.task(volumes.get(i), nodes.get(i % nodes.size()).name(), state);
    }

    private Duration timed(
            List<String> volumes, Outcome outcome, java.util.function.IntConsumer command, Consumer<String> progress) {
        Expectation all = outcomes.expect(outcome, volumes);
        long began = System.nanoTime();
        for (int i = 0; i < volumes.size(); i++) {
            command.accept(i);
        }
        Duration took = Duration.ofNanos(all.await(atMost, trouble) - began);
        progress.accept("%d %s after %.2f s".formatted(volumes.size(), outcome, took.toNanos() / 1e9));
        return took;
    }
}
