package io.hawser.volume.fence;

import java.time.Instant;

/**
 * A fence that was said and is not acted on yet.
 *
 * @param since when it was said
 * @param message what it waits for, for people
 */
public record UnconfirmedFence(Instant since, String message) {}
