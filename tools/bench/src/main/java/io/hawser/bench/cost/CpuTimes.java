package io.hawser.bench.cost;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time by process.
 *
 * @param byProcess under the names of the report
 */
public record CpuTimes(Map<String, Duration> byProcess) {
    public CpuTimes {
        byProcess = Map.copyOf(byProcess);
    }

    /**
     * The present times. A process that is a tree is given by all of its pids, the root's first: what its ended members
     * used is the root's.
     */
    public static CpuTimes read(Map<String, List<Long>> pids) {
        Map<String, Duration> times = new LinkedHashMap<>();
        pids.forEach((name, tree) -> times.put(
                name,
                tree.stream()
                        .flatMap(pid -> ProcStat.read(pid).stream())
                        .map(stat -> stat.own().plus(tree.size() > 1 ? stat.endedChildren() : Duration.ZERO))
                        .reduce(Duration.ZERO, Duration::plus)));
        return new CpuTimes(times);
    }

    public CpuTimes since(CpuTimes earlier) {
        Map<String, Duration> used = new LinkedHashMap<>();
        byProcess.forEach(
                (name, time) -> used.put(name, time.minus(earlier.byProcess.getOrDefault(name, Duration.ZERO))));
        return new CpuTimes(used);
    }
}
