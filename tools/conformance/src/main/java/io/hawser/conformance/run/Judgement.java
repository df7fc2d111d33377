package io.hawser.conformance.run;

import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.invariant.InvariantReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several looks at one run: what was broken at the first is broken at the second, and is told once. */
final class Judgement {
    private final Map<String, Long> checks = new LinkedHashMap<>();
    private final Map<String, Long> besides = new LinkedHashMap<>();
    private final Map<String, Breach> breaches = new LinkedHashMap<>();

    void add(InvariantReport report) {
        // A later look sees what an earlier one saw: not the sum is what was shown.
        report.checks().forEach((invariant, count) -> checks.merge(invariant, count, Math::max));
        report.breaches().forEach(this::broken);
    }

    /** One check that no look at the history makes. */
    void add(String invariant, List<Breach> found) {
        besides.merge(invariant, 1L, Long::sum);
        found.forEach(this::broken);
    }

    private void broken(Breach breach) {
        breaches.putIfAbsent(breach.invariant() + breach.sentence(), breach);
    }

    Map<String, Long> checks() {
        Map<String, Long> all = new LinkedHashMap<>(checks);
        besides.forEach((invariant, count) -> all.merge(invariant, count, Long::sum));
        return all;
    }

    List<Breach> breaches() {
        return List.copyOf(breaches.values());
    }
}
