package io.hawser.conformance.report;

import io.hawser.strict.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Sums up the runs: how often each rule and each invariant was exercised, and what was broken. Not thread-safe. */
public final class Tally {
    private final List<Rule> rules;
    private final Set<String> notMadeYet;
    private final Map<String, Long> exercised = new LinkedHashMap<>();
    private final Map<String, Long> invariants = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<Played> runs = new ArrayList<>();

    /**
     * @param rules in the order of the report
     * @param notMadeYet ids of rules that cannot be exercised; a failure is reported if one was
     */
    public Tally(List<Rule> rules, Set<String> notMadeYet) {
        this.rules = List.copyOf(rules);
        this.notMadeYet = Set.copyOf(notMadeYet);
        rules.forEach(rule -> exercised.put(rule.id(), 0L));
    }

    public void add(
            Map<String, Long> ruleCounts, Map<String, Long> invariantChecks, List<Failure> broken, Played played) {
        runs.add(played);
        ruleCounts.forEach((rule, count) -> exercised.merge(rule, count, Long::sum));
        invariantChecks.forEach((invariant, count) -> invariants.merge(invariant, count, Long::sum));
        failures.addAll(broken);
    }

    /** Adds a failure outside of a run's result. */
    public void broken(Failure failure) {
        failures.add(failure);
    }

    public Report report() {
        List<Report.Line> lines = rules.stream()
                .map(rule -> new Report.Line(
                        rule.id(),
                        rule.section(),
                        Objects.requireNonNull(exercised.get(rule.id())),
                        failures.stream()
                                .filter(failure -> failure.what().equals(rule.id()))
                                .count(),
                        notMadeYet.contains(rule.id())))
                .toList();
        return new Report(
                lines,
                invariants,
                Stream.concat(
                                failures.stream(),
                                lines.stream().filter(Report.Line::made).map(Tally::listedInVain))
                        .toList(),
                runs);
    }

    /** Without this failure, such a rule would stay excused for good, even if it were not exercised any more. */
    private static Failure listedInVain(Report.Line line) {
        return new Failure(
                NotMadeYet.class.getSimpleName(),
                "all runs",
                OptionalLong.empty(),
                line.rule() + " is listed as not made yet, and was exercised " + line.exercised() + " times");
    }
}
