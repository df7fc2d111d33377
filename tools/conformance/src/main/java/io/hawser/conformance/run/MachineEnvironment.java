package io.hawser.conformance.run;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.conformance.history.DueSampler;
import io.hawser.conformance.history.Leftovers;
import io.hawser.conformance.history.MountSampler;
import io.hawser.conformance.history.TopicTap;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.Orchestrator;
import io.hawser.conformance.scenario.Plan;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.local.command.LocalRun;
import io.hawser.mounts.MountTable;
import io.hawser.v1.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine of real processes, with the orchestrator's writer and reader of topics, and with the observers of the
 * machine.
 */
final class MachineEnvironment implements Environment {
    private static final Duration LOOK_AT_MOUNTS = Duration.ofMillis(50);
    private static final Duration LOOK_AT_DUE = Duration.ofSeconds(3);
    private static final Duration EMPTY_WITHIN = Duration.ofSeconds(30);

    private final ConformanceMachine machine;
    private final Consumer<String> tell;
    /** The observers, the last one started first. */
    private final Deque<AutoCloseable> watching = new ArrayDeque<>();

    private @Nullable RunContext context;

    private MachineEnvironment(ConformanceMachine machine, Consumer<String> tell) {
        this.machine = machine;
        this.tell = tell;
    }

    /**
     * @param folder the first machine clears what earlier machines left in it
     * @throws IllegalStateException with a sentence if a process does not become ready
     */
    static MachineEnvironment open(Path folder, int number, Path project, Consumer<String> tell) {
        Path home = folder.resolve("machine-" + number);
        if (number == 1) {
            clearEarlier(folder, project, tell);
        }
        LocalRun.clear(home, project, ConformanceMachine.COMMAND, tell);
        MachineEnvironment environment = new MachineEnvironment(ConformanceMachine.start(home, project, tell), tell);
        try {
            environment.begin();
            return environment;
        } catch (RuntimeException e) {
            environment.close(true);
            throw e;
        }
    }

    private static void clearEarlier(Path folder, Path project, Consumer<String> tell) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> earlier = Files.list(folder)) {
            earlier.forEach(each -> LocalRun.clear(each, project, ConformanceMachine.COMMAND, tell));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder, e);
        }
    }

    private void begin() {
        String broker = machine.bootstrapServers();
        Orchestrator orchestrator = watching(new Orchestrator(broker, Clock.systemUTC()));
        Map<String, Path> roots = new LinkedHashMap<>();
        ConformanceMachine.NODES.forEach(node -> roots.put(node, machine.nodeRoot(node)));
        MountSampler mounts = watching(new MountSampler(roots, LOOK_AT_MOUNTS));
        TopicTap tap = watching(new TopicTap(broker, TopicNames.DEFAULT));
        ConformanceMachine.NODES.forEach(node -> orchestrator.send(orchestrator.record(
                HawserTopic.NODES, node, Node.newBuilder().setName(node).build())));
        Map<String, PostgresDatabase> databases = new LinkedHashMap<>();
        HawserService.namesWithDatabase().forEach(service -> databases.put(service, machine.database(service)));
        DueSampler due = watching(new DueSampler(databases, LOOK_AT_DUE));
        context = new RunContext(machine, orchestrator, tap, mounts, due, tell);
    }

    private RunContext context() {
        return Objects.requireNonNull(context);
    }

    private <T extends AutoCloseable> T watching(T watcher) {
        watching.addFirst(watcher);
        return watcher;
    }

    @Override
    public Run.Outcome play(Plan plan) {
        return new Run(context(), plan).run();
    }

    @Override
    public void forget() {
        context().tap().forget();
        context().mounts().forget();
        context().due().forget();
    }

    @Override
    public void awaitEmpty() {
        Leftovers others = new Leftovers(machine::database);
        context().await("the machine to be empty", EMPTY_WITHIN, () -> empty(others));
    }

    private Look<Boolean> empty(Leftovers others) {
        Map<String, Long> counts = machine.volumes().counts();
        boolean rows = List.of("volumes", "publications", "claims", "outbox").stream()
                .anyMatch(name -> counts.getOrDefault(name, 0L) > 0);
        Map<String, Long> elsewhere = others.count();
        List<Path> mounts = MountTable.read().pointsBelow(machine.nodes());
        return Look.of(
                !rows && elsewhere.isEmpty() && mounts.isEmpty(),
                () -> "rows " + counts + ", of other services " + elsewhere + ", mounts " + mounts);
    }

    @Override
    public void close(boolean keep) {
        watching.forEach(this::close);
        if (keep) {
            machine.close();
            tell.accept("logs, calls and data stay in " + machine.home());
        } else {
            machine.closeAndDelete();
        }
    }

    /** An observer that cannot be closed must not keep a process running. */
    private void close(AutoCloseable watcher) {
        try {
            watcher.close();
        } catch (Exception e) {
            tell.accept("not closed: " + e);
        }
    }
}
