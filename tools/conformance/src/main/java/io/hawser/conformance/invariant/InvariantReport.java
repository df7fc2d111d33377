package io.hawser.conformance.invariant;

import java.util.List;
import java.util.Map;

/**
 * The result of each invariant.
 *
 * @param checks by the invariant's name, in the order of {@link Invariants}: how often it was checked; 0 = not shown
 * @param breaches in the order of the invariants
 */
public record InvariantReport(Map<String, Long> checks, List<Breach> breaches) {}
