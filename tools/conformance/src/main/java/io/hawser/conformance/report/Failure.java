package io.hawser.conformance.report;

import java.util.List;
import java.util.OptionalLong;

/**
 * A failure of a run.
 *
 * @param what a rule of the strict plugin, a named invariant, or {@code Liveness}: a request was not fulfilled; or
 *     {@code NotMadeYet}: a list is out of date
 * @param run the run that it happened in; {@code all runs}: their sum
 * @param seed that plays it again; empty: a named scenario
 * @param detail in words, with the calls or records involved
 * @param involved the calls or records, each in words, ordered by time
 */
public record Failure(String what, String run, OptionalLong seed, String detail, List<String> involved) {
    public static final String LIVENESS = "Liveness";

    /** A failure that no single call or record shows. */
    public Failure(String what, String run, OptionalLong seed, String detail) {
        this(what, run, seed, detail, List.of());
    }

    @Override
    public String toString() {
        return what + " in " + run + ": " + detail;
    }
}
