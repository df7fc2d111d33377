package io.hawser.bench.volumes;

import io.hawser.bench.report.Phase;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Volumes that go through their life by records alone. In each phase, all of them are processed concurrently.
 *
 * @param nodes take turns
 */
record HawserLife(Setup setup, List<String> volumes, VolumeSpec spec, List<BenchNode> nodes) {
    /**
     * Phases come in their order.
     *
     * @return the time from the begin of the phase to the outcome of the last volume
     * @throws BenchFailedException if the phase takes too long
     */
    Duration play(Phase phase) {
        return switch (phase) {
            case CREATE ->
                timed(
                        phase,
                        Outcome.CREATED,
                        () -> each(i -> setup.environment().create(volumes.get(i), spec)));
            case PUBLISH -> {
                setup.agents().hold();
                yield timed(phase, Outcome.ASSIGNED, () -> each(i -> task(i, TaskState.TASK_STATE_RUNNING)));
            }
            case MOUNTED -> timed(phase, Outcome.MOUNTED, setup.agents()::release);
            case RELEASED -> {
                setup.agents().hold();
                yield timed(phase, Outcome.RELEASED, () -> each(i -> task(i, TaskState.TASK_STATE_COMPLETE)));
            }
            case UNPUBLISH -> timed(phase, Outcome.DETACHED, setup.agents()::release);
            case DELETE ->
                timed(
                        phase,
                        Outcome.REMOVED,
                        () -> each(i -> setup.environment().remove(volumes.get(i))));
        };
    }

    /** All phases; each begins when the one before has left no work. */
    Map<Phase, Duration> playAll() {
        Map<Phase, Duration> took = new EnumMap<>(Phase.class);
        Phase.ALL.forEach(phase -> {
            took.put(phase, play(phase));
            setup.awaitQuiet();
        });
        forgetTasks();
        setup.awaitQuiet();
        return took;
    }

    /** Removes the records of the ended tasks, as an orchestrator does: the next round finds the same database. */
    void forgetTasks() {
        volumes.forEach(setup.environment()::forgetTask);
    }

    /** Expects all volumes to be detached, once the caller has released the nodes' answers. */
    Expectation expectDetached() {
        return setup.outcomes().expect(Outcome.DETACHED, volumes);
    }

    private void each(IntConsumer command) {
        for (int i = 0; i < volumes.size(); i++) {
            command.accept(i);
        }
    }

    private void task(int i, TaskState state) {
        setup.environment().task(volumes.get(i), nodes.get(i % nodes.size()).name(), state);
    }

    private Duration timed(Phase phase, Outcome outcome, Runnable commands) {
        Expectation all = setup.outcomes().expect(outcome, volumes);
        Ticker ticker = new Ticker(phase.word() + " by Hawser", volumes.size(), setup.progress());
        commands.run();
        return ticker.end(all.await(setup.atMost(), setup::trouble, ticker::at));
    }
}
