package io.hawser.strict.rule;

import java.util.List;

/** A rule's finding about one call. */
public sealed interface Finding {

    /** The rule does not concern this call. */
    record NotConcerned() implements Finding {}

    /** The rule concerns the call, and the call keeps it: the rule was exercised. */
    record Kept() implements Finding {}

    /**
     * The rule concerns the call, and the call breaks it.
     *
     * @param detail what was wrong; names no secret
     * @param earlier the earlier calls involved
     */
    record Broken(String detail, List<Long> earlier) implements Finding {
        public Broken {
            earlier = earlier.stream().filter(call -> call > 0).toList();
        }
    }

    Finding NOT_CONCERNED = new NotConcerned();
    Finding KEPT = new Kept();

    static Finding broken(String detail, Long... earlier) {
        return new Broken(detail, List.of(earlier));
    }

    /** Kept if the condition holds, else broken. */
    static Finding keptIf(boolean holds, String detail, Long... earlier) {
        return holds ? KEPT : broken(detail, earlier);
    }
}
