package io.hawser.volume.lifecycle;

import io.hawser.bus.pace.Backoff;
import java.time.Duration;

/**
 * Settings of the lifecycle.
 *
 * @param backoff between attempts whose outcome is uncertain
 * @param rejectedInterval between attempts that the plugin rejects
 * @param barrierPoll how often a held removal checks whether the logs are read
 */
public record Policy(Backoff backoff, Duration rejectedInterval, Duration barrierPoll) {}
