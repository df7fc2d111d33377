package io.hawser.conformance.history;

import java.time.Duration;

/**
 * The configured pauses of the run's services.
 *
 * @param controller between volume-service's calls
 * @param node between a node-agent's calls
 * @param deadline how long each waits for an answer
 */
public record Pauses(Bounds controller, Bounds node, Duration deadline) {
    /**
     * @param floor shortest pause after a call whose outcome is uncertain
     * @param ceiling longest such pause
     * @param afterRejection pause after a rejected call
     * @param slack how much later than the ceiling a loaded machine may make the next call
     */
    public record Bounds(Duration floor, Duration ceiling, Duration afterRejection, Duration slack) {
        public Bounds {
            if (floor.isNegative() || ceiling.compareTo(floor) < 0) {
                throw new IllegalArgumentException("ceiling: " + ceiling + " is below the floor " + floor);
            }
            if (afterRejection.isNegative() || slack.isNegative()) {
                throw new IllegalArgumentException("afterRejection, slack: must not be negative");
            }
        }
    }
}
