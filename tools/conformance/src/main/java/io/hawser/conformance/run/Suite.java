package io.hawser.conformance.run;

import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.Played;
import io.hawser.conformance.report.Tally;
import io.hawser.conformance.scenario.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Plays plans one after another, or several concurrently, on one machine. If a run leaves something behind or breaks
 * off, its machine is stopped and its evidence kept, and the next run gets a new machine. Every error becomes a
 * failure: it ends one run, and no other.
 */
public final class Suite implements AutoCloseable {
    private static final int AT_ONCE = 6;

    private final IntFunction<Environment> opening;
    private final Tally tally;
    private final Consumer<String> tell;
    private Optional<Environment> environment = Optional.empty();
    private boolean keep;
    private int machines;

    /**
     * @param folder of the machines' data folders
     * @param tell gets what happens, from several threads
     */
    public Suite(Path folder, Path project, Tally tally, Consumer<String> tell) {
        this(number -> MachineEnvironment.open(folder, number, project, tell), tally, tell);
    }

    /** @param opening gets the number of the machine, from 1 on */
    Suite(IntFunction<Environment> opening, Tally tally, Consumer<String> tell) {
        this.opening = opening;
        this.tally = tally;
        this.tell = tell;
    }

    /** Plays several plans concurrently: they disturb only their own plugins. */
    public void together(List<Plan> plans) {
        perform(plans, "all of these", OptionalLong.empty());
    }

    /** Plays the plan alone on the machine: it may disturb everything. */
    public void alone(Plan plan) {
        perform(List.of(plan), plan.name(), plan.seed());
    }

    private void perform(List<Plan> plans, String run, OptionalLong seed) {
        Environment here;
        try {
            here = environment();
        } catch (RuntimeException e) {
            plans.forEach(plan ->
                    broken(Failure.LIVENESS, plan.name(), plan.seed(), "was not played: no machine to play on: " + e));
            putAway(run, seed);
            return;
        }
        boolean cleared = played(here, plans) && leftEmpty(here, run, seed);
        if (!cleared) {
            putAway(run, seed);
        }
    }

    private Environment environment() {
        if (environment.isEmpty()) {
            environment = Optional.of(opening.apply(++machines));
        }
        environment.get().forget();
        return environment.get();
    }

    /** @return whether no run has left anything */
    private boolean played(Environment here, List<Plan> plans) {
        boolean cleared = true;
        try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Run.Outcome>> outcomes = new ArrayList<>();
            plans.forEach(plan -> outcomes.add(pool.submit(() -> played(here, plan))));
            for (int i = 0; i < plans.size(); i++) {
                cleared &= taken(plans.get(i), outcomes.get(i));
            }
        }
        return cleared;
    }

    private Run.Outcome played(Environment here, Plan plan) {
        long began = System.nanoTime();
        Run.Outcome outcome = here.play(plan);
        tell.accept("%-24s %5.1f s  %s"
                .formatted(
                        plan.name(),
                        (System.nanoTime() - began) / 1e9,
                        outcome.failures().isEmpty() ? "kept every rule" : "BROKE " + outcome.failures()));
        return outcome;
    }

    private boolean taken(Plan plan, Future<Run.Outcome> future) {
        try {
            Run.Outcome outcome = future.get();
            tally.add(outcome.verdict().exercised(), outcome.invariants(), outcome.failures(), outcome.played());
            keep |= !outcome.failures().isEmpty();
            return outcome.cleared();
        } catch (ExecutionException e) {
            tell.accept("%-24s BROKE OFF: %s".formatted(plan.name(), e.getCause()));
            tally.add(Map.of(), Map.of(), List.of(), new Played(plan.name(), plan.seed(), Map.of(), Map.of()));
            broken(Failure.LIVENESS, plan.name(), plan.seed(), "broke off: " + e.getCause());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** No table and no node may have anything left of a run. */
    private boolean leftEmpty(Environment here, String run, OptionalLong seed) {
        try {
            here.awaitEmpty();
            return true;
        } catch (PlayFailedException e) {
            broken("NoLeak", run, seed, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            broken(Failure.LIVENESS, run, seed, "whether anything was left cannot be seen: " + e);
        }
        return false;
    }

    private void putAway(String run, OptionalLong seed) {
        try {
            close();
        } catch (RuntimeException e) {
            // The next machine can start all the same.
            tally.broken(new Failure(Failure.LIVENESS, run, seed, "its machine does not stop: " + e));
        }
    }

    private void broken(String what, String run, OptionalLong seed, String detail) {
        keep = true;
        tally.broken(new Failure(what, run, seed, detail));
    }

    /** Stops the machine; its folder stays if it shows a failure. */
    @Override
    public void close() {
        Optional<Environment> last = environment;
        boolean kept = keep;
        environment = Optional.empty();
        keep = false;
        last.ifPresent(each -> each.close(kept));
    }
}
