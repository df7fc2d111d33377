package io.hawser.conformance.history;

import java.time.Duration;

/**
 * The configured pauses of the run's services.
 *
 * @param ceiling longest pause after a call whose outcome is uncertain
 * @param afterRejection pause after a rejected call
 * @param slack how much later than the ceiling a loaded machine may make the next call
 */
public record Pauses(Duration ceiling, Duration afterRejection, Duration slack) {}
