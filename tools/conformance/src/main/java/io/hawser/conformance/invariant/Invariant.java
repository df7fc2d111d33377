package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;

/** A condition that must always hold. */
interface Invariant {
    /** The name in reports, which is the class's name. */
    default String name() {
        return getClass().getSimpleName();
    }

    void check(History history, Findings findings);
}
