package io.hawser.conformance.invariant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

final class Findings {
    private final String invariant;
    private final List<Breach> breaches = new ArrayList<>();
    private long checks;

    Findings(String invariant) {
        this.invariant = invariant;
    }

    /** Counts one check; {@code sentence} and {@code involved} are used only if it failed. */
    void that(boolean holds, Supplier<String> sentence, Supplier<List<String>> involved) {
        checks++;
        if (!holds) {
            breaches.add(new Breach(invariant, sentence.get(), involved.get()));
        }
    }

    long checks() {
        return checks;
    }

    List<Breach> breaches() {
        return breaches;
    }
}
