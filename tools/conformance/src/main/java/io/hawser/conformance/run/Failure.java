package io.hawser.conformance.run;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Something that must not be.
 *
 * @param what a rule of the strict plugin, a named invariant, or {@code Liveness}: what was asked for did not come
 *     about; or {@code NotMadeYet}: a list that is out of date
 * @param run where it happened; {@code all runs}: in their sum
 * @param seed that plays it again; empty: a named scenario
 * @param detail in words, with the calls or records involved
 * @param involved these, each in words, in the order of time
 */
public record Failure(String what, String run, OptionalLong seed, String detail, List<String> involved) {
    public static final String LIVENESS = "Liveness";

    public Failure {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(detail, "detail");
        involved = List.copyOf(involved);
    }

    /** One that no single call or record shows. */
    public Failure(String what, String run, OptionalLong seed, String detail) {
        this(what, run, seed, detail, List.of());
    }

    @Override
    public String toString() {
        return what + " in " + run + ": " + detail;
    }
}
