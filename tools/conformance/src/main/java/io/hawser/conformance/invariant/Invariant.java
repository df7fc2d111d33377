package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;

/** Something that must always hold. */
interface Invariant {
    /** Its name in reports is the class's. */
    default String name() {
        return getClass().getSimpleName();
    }

    void check(History history, Findings findings);
}
