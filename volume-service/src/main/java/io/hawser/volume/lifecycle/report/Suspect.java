package io.hawser.volume.lifecycle.report;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A node whose word cannot be had.
 *
 * @param since when, where that is known
 */
public record Suspect(String why, Optional<Instant> since) {
    public Suspect {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(since, "since");
    }
}
