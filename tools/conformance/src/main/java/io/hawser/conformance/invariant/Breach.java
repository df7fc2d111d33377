package io.hawser.conformance.invariant;

import java.util.List;

/**
 * One case in which an invariant did not hold.
 *
 * @param sentence what was wrong, for people
 * @param involved the calls, records, rows and mounts that show it, ordered by time
 */
public record Breach(String invariant, String sentence, List<String> involved) {}
