package io.hawser.bench.deallocate;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.report.DeallocateReport;
import io.hawser.bench.report.Figures;
import io.hawser.bench.volumes.BenchFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs with more and more tasks of the same number of services, after one that warms up. */
public final class DeallocateBench {
    private final DeallocateOptions options;
    private final Consumer<String> progress;

    public DeallocateBench(DeallocateOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** @throws BenchFailedException if a phase took too long */
    public Figures run(BenchMachine machine) {
        List<DeallocateReport.Run> runs = new ArrayList<>();
        try (RecordWriter writer = new RecordWriter(machine.bootstrapServers())) {
            one(machine, writer, 0, options.services());
            for (int tasks : options.tasks()) {
                runs.add(one(machine, writer, runs.size() + 1, tasks));
            }
        }
        return new DeallocateReport(runs).figures();
    }

    private DeallocateReport.Run one(BenchMachine machine, RecordWriter writer, int number, int tasks) {
        progress.accept("%s: %d tasks of %d services"
                .formatted(number == 0 ? "warming up" : "run " + number, tasks, options.services()));
        RunRecords records = new RunRecords(number, options.services(), tasks);
        return new DeallocateRun(records, machine, writer, options.atMost(), progress).measured();
    }
}
