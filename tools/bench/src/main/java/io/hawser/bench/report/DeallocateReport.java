package io.hawser.bench.report;

import io.hawser.bench.cost.Cost;
import io.hawser.bus.service.HawserService;
import io.hawser.local.service.DataServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of {@code bench deallocate}. */
public record DeallocateReport(List<Run> runs) {
    private static final List<String> SHOWN =
            List.of(HawserService.DEALLOCATOR_SERVICE.serviceName(), Cost.DATABASE, DataServices.BROKER);

    public DeallocateReport {
        runs = List.copyOf(runs);
    }

    /**
     * One run.
     *
     * @param recordsPerSecond ends of tasks, from the first one's write until the last service is deallocated
     * @param lastTaskToRecord from the write of a service's last end to the record of its deallocation
     * @param cpuMsPerTask of each process in that time
     */
    public record Run(
            int tasks, double recordsPerSecond, Latencies lastTaskToRecord, Map<String, Double> cpuMsPerTask) {
        public Run {
            cpuMsPerTask = Map.copyOf(cpuMsPerTask);
        }

        /** @param used the CPU time of each process */
        public static Run of(int tasks, Duration took, Latencies lastTaskToRecord, Map<String, Duration> used) {
            Map<String, Double> each = new TreeMap<>();
            used.forEach((process, time) -> each.put(process, Latencies.millis(time) / tasks));
            return new Run(tasks, tasks * 1e9 / took.toNanos(), lastTaskToRecord, each);
        }

        private double cpu(String process) {
            return cpuMsPerTask.getOrDefault(process, 0.0);
        }

        private Figures figures() {
            Figures cpu = new Figures();
            SHOWN.forEach(process -> cpu.with(process, cpu(process), 3));
            return new Figures()
                    .with("tasks", tasks)
                    .with("recordsPerSecond", recordsPerSecond, 1)
                    .with("lastTaskToRecordMs", lastTaskToRecord, 1)
                    .with("cpuMsPerTask", cpu);
        }
    }

    public Figures figures() {
        return Figures.of("deallocate")
                .with("runs", runs.stream().map(Run::figures).toList());
    }
}
