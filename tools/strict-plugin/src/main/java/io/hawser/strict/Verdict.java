package io.hawser.strict;

import io.hawser.strict.rule.Violation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The plugin's findings about its caller.
 *
 * @param violations in the order in which they happened
 * @param exercised how often each rule concerned a call, kept or broken; a rule that was never exercised is not shown
 *     to be kept
 */
public record Verdict(List<Violation> violations, Map<String, Long> exercised) {

    public Verdict {
        violations = List.copyOf(violations);
        exercised = Collections.unmodifiableMap(new TreeMap<>(exercised));
    }

    /** The same verdict without these violations. */
    public Verdict without(Predicate<Violation> excused) {
        return new Verdict(violations.stream().filter(excused.negate()).toList(), exercised);
    }

    /** The rules that no call has kept or broken. */
    public List<String> notExercised() {
        return exercised.entrySet().stream()
                .filter(entry -> entry.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The rules that were broken at least once. */
    public Set<String> broken() {
        Set<String> ids = new TreeSet<>();
        violations.forEach(violation -> ids.add(violation.rule()));
        return ids;
    }
}
