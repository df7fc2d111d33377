package io.hawser.local.command;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.process.ProcessId;
import io.hawser.local.demo.DemoContext;
import io.hawser.local.demo.DemoNames;
import io.hawser.local.demo.DemoReport;
import io.hawser.local.demo.Kill;
import io.hawser.local.demo.Killer;
import io.hawser.local.demo.LeftOver;
import io.hawser.local.demo.Remains;
import io.hawser.local.demo.SideEvents;
import io.hawser.local.demo.Step;
import io.hawser.local.demo.StepDeadline;
import io.hawser.local.demo.StepFailedException;
import io.hawser.local.demo.StepRunner;
import io.hawser.local.demo.VolumeLife;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.FolderProcesses;
import io.hawser.local.process.Supervisor;
import io.hawser.local.service.LocalServices;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One demo: starts everything on an empty data folder, plays, counts what is left, stops everything, and deletes the
 * folder.
 */
final class DemoRun {
    private static final String PLUGIN = "hostpath.hawser";
    /** A step may begin with the start of a process that was killed, and all its conditions share this time. */
    private static final Duration AT_MOST = Supervisor.READY_WITHIN.plus(Duration.ofMinutes(2));

    private final DemoFolder folder;
    private final Consumer<String> tell;
    private final StepDeadline deadline = new StepDeadline(AT_MOST, System::nanoTime);
    private final StepRunner runner;
    private final long began = System.nanoTime();

    /** @param tell gets each line as it happens, from several threads */
    DemoRun(Path folder, Path project, Consumer<String> tell) {
        this.folder = new DemoFolder(folder, project, tell);
        this.tell = tell;
        this.runner = new StepRunner(tell, deadline);
    }

    /** @param seed of the kills; empty: no process is killed */
    DemoReport play(OptionalLong seed) {
        return folder.onEmpty(run -> played(run, seed));
    }

    private DemoReport played(LocalRun run, OptionalLong seed) {
        LeftOver left;
        try {
            left = runner.run("everything runs", () -> start(run)) ? playOn(run, seed) : LeftOver.UNKNOWN;
        } finally {
            run.stop();
        }
        LocalLayout layout = run.layout();
        List<ProcessId> survivors = new FolderProcesses(layout.home(), layout.postgres()).running();
        survivors.forEach(process -> tell.accept("   still runs: " + FolderProcesses.shown(process)));
        return new DemoReport(runner.results(), left.withProcesses(survivors.size()), millisSince(began));
    }

    /** The report of a play that ended early, or did not even start. */
    DemoReport failed(RuntimeException message) {
        runner.failed("the demo plays", message);
        return new DemoReport(runner.results(), LeftOver.UNKNOWN, millisSince(began));
    }

    private static String start(LocalRun run) {
        run.start();
        return run.supervisor().running().size() + " processes";
    }

    private LeftOver playOn(LocalRun run, OptionalLong seed) {
        DemoNames names =
                DemoNames.of(PLUGIN, Long.toString(System.currentTimeMillis() / 1000, 36), "node-1", "node-2");
        Remains remains = new Remains(() -> unsent(run));
        List<Step> steps = VolumeLife.steps(names, remains);
        try (DemoContext context = new DemoContext(
                run.layout(),
                new io.hawser.cli.endpoint.Endpoints(run.endpoints().byName(), TopicNames.DEFAULT),
                run.supervisor()::endedUnasked,
                deadline)) {
            if (seed.isPresent()) {
                try (Killer killer = killer(run, steps, seed.getAsLong())) {
                    return play(run, context, steps, remains, killer);
                }
            }
            return play(run, context, steps, remains, SideEvents.NONE);
        }
    }

    private LeftOver play(LocalRun run, DemoContext context, List<Step> steps, Remains remains, SideEvents beside) {
        boolean played = runner.run(steps, context, beside);
        boolean back = runner.run("everything runs still, or again", () -> {
            String happened = beside.stepsEnd();
            return run.supervisor().running().size() + " processes" + (happened.isEmpty() ? "" : "; " + happened);
        });
        var nothing = new AtomicReference<LeftOver>();
        boolean gone = played
                && back
                && runner.run("nothing is left", () -> {
                    nothing.set(remains.awaitNothing(context));
                    return nothing.get().sentence();
                });
        // Not counted again: running services write further records, and an event may be unsent at that moment.
        return gone ? nothing.get() : counted(remains, context);
    }

    private LeftOver counted(Remains remains, DemoContext context) {
        try {
            return remains.count(context);
        } catch (RuntimeException e) {
            tell.accept("   cannot count what is left: " + e.getMessage());
            return LeftOver.UNKNOWN;
        }
    }

    /** Records in the outboxes that volume-service cannot count. */
    private static long unsent(LocalRun run) {
        return HawserService.namesWithDatabase().stream()
                .filter(service -> !service.equals(HawserService.VOLUME_SERVICE.serviceName()))
                .map(run.data()::database)
                .mapToLong(DemoRun::unsent)
                .sum();
    }

    private static long unsent(PostgresDatabase database) {
        try {
            return database.number("select count(*) from ledger_outbox");
        } catch (SQLException e) {
            throw new StepFailedException("cannot count the outbox of " + database.user() + ": " + e.getMessage());
        }
    }

    private Killer killer(LocalRun run, List<Step> steps, long seed) {
        List<String> mortals = new ArrayList<>(HawserService.namesWithDatabase());
        LocalLayout.nodeNames().forEach(node -> mortals.add(LocalServices.agentName(node)));
        List<Kill> kills = Kill.draw(seed, mortals, steps.size());
        tell.accept("Chaos, seed " + seed + ":");
        kills.forEach(kill ->
                tell.accept("   " + kill.process() + " dies " + kill.delay().toMillis() + " ms into \""
                        + steps.get(kill.step()).name() + "\""));
        return new Killer(kills, run.supervisor(), tell);
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
