package io.hawser.bench.volumes;

import io.hawser.bench.cost.Cost;
import io.hawser.bench.cost.Meter;
import io.hawser.bench.cost.Spent;
import io.hawser.bench.report.Phase;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One round: in every phase, Hawser and the baselines take turns. So whatever else the machine does slows all of them,
 * and none is measured while another one still works.
 */
record Round(Setup setup, Meter meter, Players players) {
    /**
     * Who takes turns.
     *
     * @param hawserCount Hawser's volumes
     */
    record Players(HawserLife hawser, int hawserCount, WorkerLife oneWorker, WorkerLife durableWorker) {}

    /**
     * The time of each phase.
     *
     * @param hawser in all phases
     * @param oneWorker in the calling phases
     * @param durableWorker in the calling phases
     * @param costs of one of Hawser's operations, in all phases
     */
    record Times(
            Map<Phase, Duration> hawser,
            Map<Phase, Duration> oneWorker,
            Map<Phase, Duration> durableWorker,
            Map<Phase, Cost> costs) {}

    /** @param hawserFirst whether the baselines come after Hawser in each phase, or before */
    Times play(boolean hawserFirst) {
        Times times = new Times(
                new EnumMap<>(Phase.class),
                new EnumMap<>(Phase.class),
                new EnumMap<>(Phase.class),
                new EnumMap<>(Phase.class));
        for (Phase phase : Phase.ALL) {
            List<Runnable> turns = List.of(() -> hawser(phase, times), () -> baselines(phase, times));
            (hawserFirst ? turns : turns.reversed()).forEach(Runnable::run);
        }
        players.hawser().forgetTasks();
        setup.awaitQuiet();
        return times;
    }

    private void hawser(Phase phase, Times times) {
        Spent before = meter.before();
        times.hawser().put(phase, players.hawser().play(phase));
        setup.awaitQuiet();
        // What the phase leaves to do is part of its cost, and not of its time.
        times.costs().put(phase, Cost.of(players.hawserCount(), meter.after().since(before)));
    }

    private void baselines(Phase phase, Times times) {
        if (Phase.CALLING.contains(phase)) {
            times.oneWorker().put(phase, players.oneWorker().play(phase));
            times.durableWorker().put(phase, players.durableWorker().play(phase));
        }
    }
}
