package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.conformance.history.MountSampler;
import io.hawser.conformance.history.TopicTap;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.Orchestrator;
import io.hawser.conformance.machine.Topics;
import io.hawser.conformance.report.Tally;
import io.hawser.conformance.scenario.Plan;
import io.hawser.local.mount.MountTable;
import io.hawser.v1.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Plays plans one after another, or several at once, on one machine. A machine that a run has left something on is put away, with what it
 * shows, and the next run gets a new one.
 */
public final class Programme implements AutoCloseable {
    private static final int AT_ONCE = 6;
    private static final Duration LOOK_AT_MOUNTS = Duration.ofMillis(50);
    private static final Duration EMPTY_WITHIN = Duration.ofSeconds(30);

    private final Path folder;
    private final Path project;
    private final Tally tally;
    private final Consumer<String> tell;
    private ConformanceMachine machine;
    private Orchestrator orchestrator;
    private Topics topics;
    private TopicTap tap;
    private MountSampler mounts;
    private boolean keep;
    private int machines;

    /**
     * @param folder machines get their data folders in it
     * @param tell is told what happens, from several threads
     */
    public Programme(Path folder, Path project, Tally tally, Consumer<String> tell) {
        this.folder = folder;
        this.project = project;
        this.tally = tally;
        this.tell = tell;
    }

    /** Several at once: they disturb only their own plugins. */
    public void together(List<Plan> plans) {
        Stage stage = stage();
        try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Play.Outcome>> outcomes = plans.stream()
                    .map(plan -> pool.submit(() -> played(stage, plan)))
                    .toList();
            boolean cleared = true;
            for (Future<Play.Outcome> outcome : outcomes) {
                cleared &= taken(outcome.get());
            }
            afterwards(stage, cleared, "all of these", OptionalLong.empty());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a play broke: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Alone on the machine: it may disturb everything. */
    public void alone(Plan plan) {
        Stage stage = stage();
        boolean cleared = taken(played(stage, plan));
        afterwards(stage, cleared, plan.name(), plan.seed());
    }

    private Play.Outcome played(Stage stage, Plan plan) {
        long began = System.nanoTime();
        Play.Outcome outcome = new Play(stage, plan).play();
        tell.accept("%-24s %5.1f s  %s"
                .formatted(
                        plan.name(),
                        (System.nanoTime() - began) / 1e9,
                        outcome.complaints().isEmpty() ? "kept every rule" : "BROKE " + outcome.complaints()));
        return outcome;
    }

    private boolean taken(Play.Outcome outcome) {
        tally.add(outcome.verdict().exercised(), outcome.invariants(), outcome.complaints(), outcome.played());
        keep |= !outcome.complaints().isEmpty();
        return outcome.cleared();
    }

    /** Nothing of a run may be left in any table or on any node. */
    private void afterwards(Stage stage, boolean cleared, String run, OptionalLong seed) {
        try {
            if (cleared) {
                stage.await("the machine to be empty", EMPTY_WITHIN, () -> empty(stage.machine()));
                return;
            }
        } catch (PlayFailedException e) {
            keep = true;
            tally.broken(new Complaint("NoLeak", run, seed, e.getMessage()));
        }
        close();
    }

    private static Look<Boolean> empty(ConformanceMachine machine) {
        Map<String, Long> counts = machine.volumes().counts();
        boolean rows = List.of("volumes", "publications", "claims", "outbox").stream()
                .anyMatch(name -> counts.getOrDefault(name, 0L) > 0);
        List<Path> mounts = MountTable.read().below(machine.nodes());
        return rows || !mounts.isEmpty()
                ? new Look.NotYet<>("rows " + counts + ", mounts " + mounts)
                : new Look.Ready<>(true);
    }

    private void clearEarlier() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> earlier = Files.list(folder)) {
            earlier.forEach(each -> ConformanceMachine.clear(each, project, tell));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder, e);
        }
    }

    private Stage stage() {
        if (machine == null) {
            if (machines == 0) {
                clearEarlier();
            }
            machine = ConformanceMachine.start(folder.resolve("machine-" + ++machines), project, tell);
            orchestrator = new Orchestrator(machine.bootstrapServers(), Clock.systemUTC());
            topics = new Topics(machine.bootstrapServers());
            tap = TopicTap.start(machine.bootstrapServers(), TopicNames.DEFAULT);
            Map<String, Path> roots = new LinkedHashMap<>();
            ConformanceMachine.NODES.forEach(node -> roots.put(node, machine.nodeRoot(node)));
            mounts = MountSampler.start(roots, LOOK_AT_MOUNTS);
            ConformanceMachine.NODES.forEach(node -> orchestrator.send(orchestrator.record(
                    HawserTopic.NODES, node, Node.newBuilder().setName(node).build())));
        }
        // What earlier runs left on the topics is none of the next one's.
        tap.forget();
        return new Stage(machine, orchestrator, topics, tap, mounts, tell);
    }

    /** Stops the machine; its folder stays if it shows something. */
    @Override
    public void close() {
        if (machine == null) {
            return;
        }
        tap.close();
        mounts.close();
        topics.close();
        orchestrator.close();
        if (keep) {
            machine.close();
            tell.accept("logs, calls and data stay in " + machine.home());
        } else {
            machine.closeAndDelete();
        }
        machine = null;
        keep = false;
    }
}
