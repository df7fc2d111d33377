package io.hawser.strict.rule;

import io.hawser.strict.call.Moment;
import java.util.List;

/**
 * A rule that the caller broke.
 *
 * @param rule the rule's stable id
 * @param section the section of the specification
 * @param detail what was wrong this time; names no secret
 * @param calls the calls involved; the one that broke the rule comes last
 */
public record Violation(String rule, String section, String detail, List<Long> calls, Moment at) {
    public Violation {
        calls = List.copyOf(calls);
    }
}
