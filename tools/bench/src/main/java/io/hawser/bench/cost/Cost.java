package io.hawser.bench.cost;

import io.hawser.bus.service.HawserService;
import io.hawser.local.service.DataServices;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What one operation costs.
 *
 * @param cpuMs milliseconds of CPU time by {@link #PROCESSES}
 * @param otherCpuMs the same of every other process that used any
 * @param statements by kind
 * @param transactions by kind
 */
public record Cost(
        Map<String, Double> cpuMs,
        Map<String, Double> otherCpuMs,
        Map<String, Double> statements,
        Map<String, Double> transactions) {
    public static final String DATABASE = "database";
    public static final String PLUGIN = "plugin";
    public static final String CLIENT = "client";

    /** The processes that take part in every operation. */
    public static final List<String> PROCESSES =
            List.of(HawserService.VOLUME_SERVICE.serviceName(), DATABASE, DataServices.BROKER, PLUGIN, CLIENT);

    private static final List<StatementKind> KINDS =
            List.of(StatementKind.DECISIONS, StatementKind.RELAY, StatementKind.DUE);

    /** @param operations at least 1, for which all of this was spent */
    public static Cost of(int operations, Spent spent) {
        Map<String, Double> taking = new LinkedHashMap<>();
        PROCESSES.forEach(name ->
                taking.put(name, millis(spent.cpu().byProcess().getOrDefault(name, Duration.ZERO)) / operations));
        Map<String, Double> others = new TreeMap<>();
        spent.cpu().byProcess().forEach((name, time) -> {
            if (!PROCESSES.contains(name) && time.isPositive()) {
                others.put(name, millis(time) / operations);
            }
        });
        return new Cost(
                taking,
                others,
                byKind(kind -> spent.statements().count(kind), operations),
                byKind(kind -> spent.statements().transactions(kind), operations));
    }

    /** The median of each figure; a process that used nothing in a round used 0 there. */
    public static Cost median(List<Cost> rounds) {
        return new Cost(
                median(rounds, Cost::cpuMs),
                new TreeMap<>(median(rounds, Cost::otherCpuMs)),
                median(rounds, Cost::statements),
                median(rounds, Cost::transactions));
    }

    private static Map<String, Double> median(List<Cost> rounds, Function<Cost, Map<String, Double>> figures) {
        return Medians.ofEach(rounds.stream().map(figures).toList());
    }

    private static Map<String, Double> byKind(ToLongFunction<StatementKind> count, int operations) {
        Map<String, Double> all = new LinkedHashMap<>();
        KINDS.forEach(kind -> all.put(kind.word(), (double) count.applyAsLong(kind) / operations));
        return all;
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
