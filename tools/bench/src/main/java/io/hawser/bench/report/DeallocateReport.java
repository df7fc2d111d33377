package io.hawser.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.hawser.bench.cost.Cost;
import io.hawser.bus.service.HawserService;
import io.hawser.local.service.DataServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of {@code bench deallocate}. */
public record DeallocateReport(List<Run> runs) implements Report {
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

        private JsonObject json() {
            JsonObject json = new JsonObject();
            json.addProperty("tasks", tasks);
            json.addProperty("recordsPerSecond", Rates.rounded(recordsPerSecond, 1));
            json.add("lastTaskToRecordMs", lastTaskToRecord.json(1));
            JsonObject cpu = new JsonObject();
            SHOWN.forEach(process -> cpu.addProperty(process, Rates.rounded(cpu(process), 3)));
            json.add("cpuMsPerTask", cpu);
            return json;
        }
    }

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "deallocate");
        JsonArray all = new JsonArray();
        runs.forEach(run -> all.add(run.json()));
        json.add("runs", all);
        return json.toString();
    }
}
