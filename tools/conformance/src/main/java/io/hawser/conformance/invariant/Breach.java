package io.hawser.conformance.invariant;

import java.util.List;

/**
 * An invariant that did not hold once.
 *
 * @param sentence what was wrong, for a person
 * @param involved the calls, records, rows and mounts that show it, in the order of time
 */
public record Breach(String invariant, String sentence, List<String> involved) {
    public Breach {
        involved = List.copyOf(involved);
    }
}
