package io.hawser.volume.fence;

import java.time.Instant;

/**
 * A stored fence without effect yet.
 *
 * @param since when it was stored
 * @param message what it waits for, for people
 */
public record UnconfirmedFence(Instant since, String message) {}
