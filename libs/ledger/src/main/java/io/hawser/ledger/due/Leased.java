package io.hawser.ledger.due;

import java.time.Duration;
import java.time.OffsetDateTime;

/**
 * A due key.
 *
 * @param since when its lease began
 * @param until when its lease ends; no other lease of the key has that time
 * @param late for how long it was due before it was leased
 */
public record Leased(String key, OffsetDateTime since, OffsetDateTime until, Duration late) {}
