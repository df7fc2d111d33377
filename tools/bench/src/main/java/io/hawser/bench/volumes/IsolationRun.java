package io.hawser.bench.volumes;

import io.hawser.bench.cost.Medians;
import io.hawser.bench.machine.PluginControl;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The healthy volumes alone, and beside each kind of disturbance, in turns. Their time is that of the phases create and
 * publish.
 */
record IsolationRun(IsolationOptions options, IsolationBench.Plugins plugins, Setup setup, List<BenchNode> nodes) {
    private static final List<Phase> BEGINNING = List.of(Phase.CREATE, Phase.PUBLISH);
    private static final List<Phase> REST = List.of(Phase.MOUNTED, Phase.RELEASED, Phase.UNPUBLISH, Phase.DELETE);
    private static final int WARM_UP = 3;
    private static final Duration LOOK = Duration.ofMillis(20);

    Figures report() {
        setup.progress().accept("to warm up:");
        for (int i = 0; i < WARM_UP; i++) {
            alone("warm-" + i);
        }
        List<Double> alone = new ArrayList<>();
        List<Double> hung = new ArrayList<>();
        List<Double> failing = new ArrayList<>();
        List<Double> detaching = new ArrayList<>();
        for (int i = 1; i <= options.rounds(); i++) {
            setup.progress().accept("round %d of %d, alone:".formatted(i, options.rounds()));
            alone.add(Latencies.millis(alone("alone-" + i)));
            setup.progress().accept("beside calls that hang:");
            hung.add(Latencies.millis(beside(
                    plugins.hung(), "hang", "hung-" + i, options.besides().hung())));
            setup.progress().accept("beside calls that fail:");
            failing.add(Latencies.millis(beside(
                    plugins.failing(),
                    "error UNAVAILABLE",
                    "failing-" + i,
                    options.besides().failing())));
            setup.progress().accept("beside a storm of detaches:");
            detaching.add(Latencies.millis(besideDetaches("storm-" + i)));
        }
        return Figures.of("isolation")
                .with("count", options.healthy())
                .with("pluginLatencyMs", options.pluginLatency().toMillis())
                .with("rounds", options.rounds())
                .with("healthyAloneMs", Medians.of(alone), 1)
                .with("besideHungMs", Medians.of(hung), 1)
                .with("besideFailingMs", Medians.of(failing), 1)
                .with("besideDetachStormMs", Medians.of(detaching), 1);
    }

    private Duration alone(String name) {
        HawserLife healthy = life("healthy-" + name, options.healthy(), plugins.healthy());
        Duration took = begin(healthy);
        end(healthy);
        return took;
    }

    /** The others are called before the healthy volumes' first command is written. */
    private Duration beside(PluginProcess plugin, String fault, String name, int count) {
        PluginControl control = setup.machine().control(plugin);
        control.misbehave("CreateVolume * * " + fault);
        List<String> others = VolumesRun.names(name, count);
        long before = creations(control);
        others.forEach(volume -> setup.environment().create(volume, VolumesRun.spec(plugin)));
        setup.await(
                () -> creations(control) >= before + count,
                LOOK,
                () -> "the disturbing plugin got %d calls of CreateVolume, not %d"
                        .formatted(creations(control), before + count));
        HawserLife healthy = life("healthy-" + name, options.healthy(), plugins.healthy());
        Duration took = begin(healthy);
        Expectation created = setup.outcomes().expect(Outcome.CREATED, others);
        control.behave();
        created.await(setup.atMost(), setup::trouble, ignored -> {});
        Expectation removed = setup.outcomes().expect(Outcome.REMOVED, others);
        others.forEach(setup.environment()::remove);
        removed.await(setup.atMost(), setup::trouble, ignored -> {});
        end(healthy);
        return took;
    }

    private Duration besideDetaches(String name) {
        HawserLife storm = life(name, options.besides().detaches(), plugins.healthy());
        BEGINNING.forEach(storm::play);
        storm.play(Phase.MOUNTED);
        storm.play(Phase.RELEASED);
        setup.awaitQuiet();
        HawserLife healthy = life("healthy-" + name, options.healthy(), plugins.healthy());
        Expectation detached = storm.expectDetached();
        setup.agents().release();
        Duration took = begin(healthy);
        detached.await(setup.atMost(), setup::trouble, ignored -> {});
        storm.play(Phase.DELETE);
        storm.forgetTasks();
        end(healthy);
        return took;
    }

    private Duration begin(HawserLife healthy) {
        return BEGINNING.stream().map(healthy::play).reduce(Duration.ZERO, Duration::plus);
    }

    private void end(HawserLife healthy) {
        REST.forEach(healthy::play);
        healthy.forgetTasks();
        setup.awaitQuiet();
    }

    private HawserLife life(String name, int count, PluginProcess plugin) {
        return new HawserLife(setup, VolumesRun.names(name, count), VolumesRun.spec(plugin), nodes);
    }

    private static long creations(PluginControl control) {
        return CallCounts.parse(control.calls()).creations();
    }
}
