package io.hawser.conformance.run;

import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.invariant.InvariantReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several looks at one run: what was broken at the first look is also broken at the second, and is reported once. */
final class Judgement {
    private final Map<String, Long> checks = new LinkedHashMap<>();
    private final Map<String, Long> besides = new LinkedHashMap<>();
    private final Map<String, Breach> breaches = new LinkedHashMap<>();

    void add(InvariantReport report) {
        // A later look includes an earlier one, so counts are not added up.
        report.checks().forEach((invariant, count) -> checks.merge(invariant, count, Math::max));
        report.breaches().forEach(this::broken);
    }

    /** Adds a check that is not part of the looks at the history. */
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
