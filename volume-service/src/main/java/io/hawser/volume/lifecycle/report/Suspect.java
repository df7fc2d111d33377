package io.hawser.volume.lifecycle.report;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A node whose word cannot be had.
 *
 * @param since when, where that is known
 */
public record Suspect(String message, Optional<Instant> since) {
    public Suspect {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(since, "since");
    }
}
