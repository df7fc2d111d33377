package io.hawser.bench.volumes;

import io.hawser.bench.machine.Delays;
import io.hawser.bench.machine.PluginControl;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.machine.ServiceMemory;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The phases with empty tables; then the rows are made, a sweep passes, and the same phases follow beside them; at last
 * volume-service is killed and starts again. Both halves begin with a volume-service that has just started.
 *
 * @param template the node of the published template
 */
record SettledRun(
        SettledOptions options, PluginProcess plugin, Setup setup, List<BenchNode> nodes, BenchNode template) {
    private static final int ROUNDS = 3;
    /** So many looks for due work are measured, of all kinds. */
    private static final int LOOKS = 100;

    private static final Duration LOOK = Duration.ofMillis(5);

    /** @param residentMiB volume-service's largest so far */
    record Half(Rates rates, double residentMiB) {}

    Figures report() {
        setup.progress().accept("with empty tables:");
        Half empty = half("empty");
        settle();
        long before = calls().aboutVolumes();
        sweep();
        setup.progress().accept("beside %d settled volumes:".formatted(options.volumes()));
        Half settled = half("settled-beside");
        Latencies look = look();
        Duration ready = restart();
        setup.awaitQuiet();
        long own = 4L * (options.warmUp() + ROUNDS * options.count()) + 1;
        long others = calls().aboutVolumes() - before - own;
        if (others != 0) {
            throw new BenchFailedException(
                    "the plugin got " + others + " calls more than the volumes of the phases need: was one"
                            + " for a settled volume, or was one repeated?");
        }
        return figures(options.volumes(), empty, settled, look, ready).with("callsForSettled", others);
    }

    static Figures figures(int volumes, Half empty, Half settled, Latencies look, Duration ready) {
        return Figures.of("settled")
                .with("volumes", volumes)
                .with("ratioToEmpty", settled.rates().over(empty.rates()), 2)
                .with("lookMs", look, 2)
                .with("readyAfterRestartMs", ready.toMillis())
                .with(
                        "residentMiB",
                        new Figures().with("empty", empty.residentMiB(), 1).with("settled", settled.residentMiB(), 1));
    }

    private Half half(String name) {
        phases(name + "-warm", options.warmUp());
        List<Rates> rounds = new ArrayList<>();
        for (int i = 1; i <= ROUNDS; i++) {
            rounds.add(phases(name + "-" + i, options.count()));
        }
        return new Half(Rates.median(rounds), setup.machine().memory().look().resident());
    }

    private Rates phases(String name, int count) {
        return Rates.of(count, life(VolumesRun.names(name, count), nodes).playAll());
    }

    private HawserLife life(List<String> volumes, List<BenchNode> its) {
        return new HawserLife(setup, volumes, VolumesRun.spec(plugin), its);
    }

    /** Leaves a volume-service that does not run. */
    private void settle() {
        setup.progress().accept("to multiply:");
        life(List.of(SettledRows.RESTING), nodes).play(Phase.CREATE);
        HawserLife published = life(List.of(SettledRows.PUBLISHED), List.of(template));
        List.of(Phase.CREATE, Phase.PUBLISH, Phase.MOUNTED).forEach(published::play);
        setup.awaitQuiet();
        setup.machine().killVolumeService();
        SettledRows.make(setup.machine(), options, template.info().getNodeId(), setup.progress());
        control().shelve(options.volumes(), options.published(), options.nodes());
    }

    private void sweep() {
        try (SettledSweep sweep = SettledSweep.due(setup.machine(), plugin.name())) {
            long before = calls().listings();
            long began = System.nanoTime();
            setup.machine().startVolumeService();
            sweep.await(setup.atMost());
            setup.progress()
                    .accept("a sweep passed %.1f s after the start".formatted((System.nanoTime() - began) / 1e9));
            long pages = calls().listings() - before;
            if (pages < options.volumes() / SettledSweep.PAGE) {
                throw new BenchFailedException(
                        "the sweep read %d pages of %d volumes".formatted(pages, options.volumes()));
            }
            setup.awaitQuiet();
            sweep.requireNothingWritten();
        } catch (SQLException e) {
            throw new BenchFailedException("the sweep's traces cannot be read: " + e.getMessage());
        }
    }

    /** While nothing is due: beside the phases, a look mostly waits for a processor. */
    private Latencies look() {
        ServiceMemory service = setup.machine().memory();
        Delays before = service.looks();
        setup.await(
                () -> service.looks().since(before).count() >= LOOKS,
                Duration.ofSeconds(1),
                () -> "volume-service has looked for due work only %d times"
                        .formatted(service.looks().since(before).count()));
        Delays looks = service.looks().since(before);
        return new Latencies(looks.percentile(50), looks.percentile(99));
    }

    /** @return from the start of the process until the plugin got the call of a command that was written then */
    private Duration restart() {
        long before = calls().creations();
        setup.machine().killVolumeService();
        long began = System.nanoTime();
        setup.environment().create("after-the-restart", VolumesRun.spec(plugin));
        CompletableFuture<Void> started =
                CompletableFuture.runAsync(() -> setup.machine().startVolumeService());
        Await.until(
                () -> calls().creations() > before,
                LOOK,
                setup.atMost(),
                () -> started.isCompletedExceptionally()
                        ? Optional.of("volume-service did not start again: "
                                + started.exceptionNow().getMessage())
                        : Optional.empty(),
                () -> "volume-service, started again, has made no call");
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        started.join();
        return took;
    }

    private CallCounts calls() {
        return CallCounts.parse(control().calls());
    }

    private PluginControl control() {
        return setup.machine().control(plugin);
    }
}
