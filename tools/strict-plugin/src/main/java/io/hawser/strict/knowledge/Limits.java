package io.hawser.strict.knowledge;

import java.time.Duration;
import java.util.Set;

/**
 * Values that the specification leaves open, and the rules that are waived for this caller.
 *
 * @param minGap shortest pause before a call with an uncertain outcome is repeated; "not immediately"
 * @param maxGap longest time until it is repeated, or undone; "not never"
 * @param finalGap shortest pause before a rejected call is repeated unchanged; "a long interval"
 * @param rereadAfterRestart whether capabilities must be read again after the plugin died and came back
 * @param waived ids of rules that are not judged
 */
public record Limits(
        Duration minGap, Duration maxGap, Duration finalGap, boolean rereadAfterRestart, Set<String> waived) {

    public Limits {
        waived = Set.copyOf(waived);
        if (minGap.isNegative() || maxGap.compareTo(minGap) < 0) {
            throw new IllegalArgumentException("maxGap: " + maxGap + " is less than minGap " + minGap);
        }
        if (finalGap.isNegative()) {
            throw new IllegalArgumentException("finalGap: " + finalGap + " is negative");
        }
    }

    /** The defaults: 20 ms, 2 minutes, 30 seconds; every rule is judged. */
    public static Limits standard() {
        return new Limits(Duration.ofMillis(20), Duration.ofMinutes(2), Duration.ofSeconds(30), true, Set.of());
    }

    public Limits withGaps(Duration min, Duration max, Duration afterFinal) {
        return new Limits(min, max, afterFinal, rereadAfterRestart, waived);
    }

    public Limits withoutRereadAfterRestart() {
        return new Limits(minGap, maxGap, finalGap, false, waived);
    }

    public Limits withWaived(Set<String> ruleIds) {
        return new Limits(minGap, maxGap, finalGap, rereadAfterRestart, ruleIds);
    }
}
