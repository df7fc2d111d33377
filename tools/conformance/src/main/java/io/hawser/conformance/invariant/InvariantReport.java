package io.hawser.conformance.invariant;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of each invariant.
 *
 * @param checks by the invariant's name, in the order of {@link Invariants}: how often it was checked; 0 = not shown
 * @param breaches in the order of the invariants
 */
public record InvariantReport(Map<String, Long> checks, List<Breach> breaches) {
    public InvariantReport {
        checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
        breaches = List.copyOf(breaches);
    }

    public boolean holds() {
        return breaches.isEmpty();
    }

    /** The invariants that nothing in the history concerned. */
    public List<String> notShown() {
        return checks.entrySet().stream()
                .filter(entry -> entry.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
