package io.hawser.volume.lifecycle.report;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A suspect node.
 *
 * @param since since when, if known
 */
public record Suspect(String message, Optional<Instant> since) {
    public Suspect {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(since, "since");
    }
}
