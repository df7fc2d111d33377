package io.hawser.bench.report;

import io.hawser.bench.cost.Cost;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report of {@code bench volumes} as text. */
final class VolumesTable {
    private final VolumesReport report;
    private final StringBuilder text = new StringBuilder();

    private VolumesTable(VolumesReport report) {
        this.report = report;
    }

    static String of(VolumesReport report) {
        return new VolumesTable(report).written();
    }

    private String written() {
        line(
                "%d volumes, %d ms a call in the plugin, %d concurrent calls, median of %d rounds; baselines: %d"
                        + " volumes a round%n",
                report.count(), report.pluginLatencyMs(), report.calls(), report.rounds(), report.baselineCount());
        speeds();
        line("%nCold, the first %d: %s", report.cold().count(), cold());
        line("One commit of the durable worker: %.2f ms", report.commitMs());
        line(
                "From a command to its call: %.1f ms (p50), %.1f ms (p99)%n",
                Latencies.millis(report.paced().commandToCall().p50()),
                Latencies.millis(report.paced().commandToCall().p99()));
        costs("CPU, ms per operation", VolumesTable::cpu);
        costs("Statements per operation", Cost::statements);
        costs("Transactions per operation", Cost::transactions);
        line(
                "Judged: %d volumes, %d rules concerned, none broken",
                report.judged().count(), report.judged().rulesExercised());
        return text.toString().stripTrailing();
    }

    private void speeds() {
        line(
                "%-10s %12s %16s %8s %20s %8s",
                "", "Hawser, 1/s", "one worker, 1/s", "ratio", "durable worker, 1/s", "ratio");
        Rates ratio = report.hawser().over(report.oneWorker());
        Rates toDurable = report.hawser().over(report.durableWorker());
        for (Phase phase : Phase.ALL) {
            if (Phase.CALLING.contains(phase)) {
                line(
                        "%-10s %12.1f %16.1f %8.2f %20.1f %8.2f",
                        phase.word(),
                        report.hawser().of(phase),
                        report.oneWorker().of(phase),
                        ratio.of(phase),
                        report.durableWorker().of(phase),
                        toDurable.of(phase));
            } else {
                line("%-10s %12.1f", phase.word(), report.hawser().of(phase));
            }
        }
    }

    private String cold() {
        return Phase.CALLING.stream()
                .map(phase ->
                        "%s %.1f".formatted(phase.word(), report.cold().rates().of(phase)))
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Double> cpu(Cost cost) {
        Map<String, Double> all = new LinkedHashMap<>(cost.cpuMs());
        all.put(
                "others",
                cost.otherCpuMs().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum());
        return all;
    }

    private void costs(String title, Function<Cost, Map<String, Double>> figures) {
        line("%s", title);
        for (Phase phase : Phase.ALL) {
            cost(
                    phase.word(),
                    figures.apply(Objects.requireNonNull(report.costs().get(phase))));
        }
        cost(VolumesReport.PACED, figures.apply(report.paced().cost()));
    }

    private void cost(String name, Map<String, Double> figures) {
        line(
                "  %-10s %s",
                name,
                figures.entrySet().stream()
                        .map(cost -> String.format(Locale.ROOT, "%s %.2f", cost.getKey(), cost.getValue()))
                        .collect(Collectors.joining(", ")));
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
