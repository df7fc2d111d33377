package io.hawser.local.demo;

import io.hawser.local.process.Supervisor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kills processes (-9) as drawn and immediately starts each again, while the play goes on. */
public final class Killer implements SideEvents, AutoCloseable {
    private final List<Kill> kills;
    private final Supervisor supervisor;
    private final Consumer<String> tell;
    private final Map<Kill, Future<?>> deaths = new ConcurrentHashMap<>();
    private final Map<Kill, Future<?>> restarts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    public Killer(List<Kill> kills, Supervisor supervisor, Consumer<String> tell) {
        this.kills = List.copyOf(kills);
        this.supervisor = supervisor;
        this.tell = tell;
    }

    @Override
    public void stepBegins(int step) {
        of(step).forEach(kill -> deaths.put(kill, threads.submit(() -> die(kill))));
    }

    private void die(Kill kill) {
        pause(kill.delay());
        supervisor.kill(kill.process());
        tell.accept("   killed " + kill.process());
        restarts.put(kill, threads.submit(() -> supervisor.restart(kill.process())));
    }

    @Override
    public void stepEnds(int step) {
        of(step).forEach(kill -> await(kill, deaths));
    }

    @Override
    public String stepsEnd() {
        // After a failed step, later kills do not happen.
        deaths.keySet().forEach(kill -> {
            await(kill, deaths);
            await(kill, restarts);
        });
        return deaths.isEmpty()
                ? ""
                : kills.stream()
                        .filter(deaths::containsKey)
                        .map(Kill::process)
                        .collect(Collectors.joining(", ", "killed and started again: ", ""));
    }

    private Stream<Kill> of(int step) {
        return kills.stream().filter(kill -> kill.step() == step);
    }

    private static void await(Kill kill, Map<Kill, Future<?>> events) {
        try {
            Objects.requireNonNull(events.get(kill)).get();
        } catch (ExecutionException e) {
            throw new StepFailedException(kill.process() + " was killed and does not come back: "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailedException("interrupted");
        }
    }

    private static void pause(Duration delay) {
        try {
            Thread.sleep(delay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailedException("interrupted");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
