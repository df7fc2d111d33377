package io.hawser.bench.deallocate;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.report.Figures;
import io.hawser.bench.volumes.BenchFailedException;
import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs with more and more tasks of the same number of services, after one that warms up. */
public final class DeallocateBench {
    private final int services;
    private final List<Integer> tasks;
    private final Duration atMost;
    private final Consumer<String> progress;

    /**
     * @param services over which the tasks are spread
     * @param tasks of each run
     * @param atMost for each phase
     */
    public DeallocateBench(int services, List<Integer> tasks, Duration atMost, Consumer<String> progress) {
        VolumesOptions.within("--services", services, 1, 100_000);
        for (int count : tasks) {
            VolumesOptions.within("--tasks", count, services, 1_000_000);
        }
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
        this.services = services;
        this.tasks = List.copyOf(tasks);
        this.atMost = atMost;
        this.progress = progress;
    }

    /** @throws BenchFailedException if a phase took too long */
    public Figures run(BenchMachine machine) {
        List<Figures> runs = new ArrayList<>();
        try (RecordWriter writer = new RecordWriter(machine.bootstrapServers())) {
            one(machine, writer, 0, services);
            for (int count : tasks) {
                runs.add(one(machine, writer, runs.size() + 1, count));
            }
        }
        return figures(runs);
    }

    static Figures figures(List<Figures> runs) {
        return Figures.of("deallocate").with("runs", runs);
    }

    private Figures one(BenchMachine machine, RecordWriter writer, int number, int count) {
        progress.accept(
                "%s: %d tasks of %d services".formatted(number == 0 ? "warming up" : "run " + number, count, services));
        RunRecords records = new RunRecords(number, services, count);
        return new DeallocateRun(records, machine, writer, atMost, progress).measured();
    }
}
