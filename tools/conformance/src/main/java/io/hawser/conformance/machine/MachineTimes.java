package io.hawser.conformance.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.conformance.history.Pauses;
import io.hawser.strict.knowledge.Limits;
import java.time.Duration;
import java.util.Map;

/**
 * Hawser's times for conformance: what takes minutes in production takes seconds here, and the strict plugin judges by
 * the same times.
 */
public final class MachineTimes {
    /** Longer than any call that the plugin does not lose on purpose. */
    public static final Duration RPC_DEADLINE = Duration.ofSeconds(2);

    private static final String DEADLINE = RPC_DEADLINE.toString();
    private static final String FLOOR = "100ms";
    private static final String CEILING = "1s";
    /**
     * Longer than the ceiling, so that the judge can distinguish it from a backoff. Shorter than the deadline: on a
     * machine that stalls for that long, the refusal does not reach its caller, which may then repeat the call after
     * the deadline and a backoff.
     */
    private static final Duration AFTER_REJECTION = Duration.ofMillis(1500);

    private static final String REJECTED = AFTER_REJECTION.toString();
    /** Shorter than {@link #AFTER_REJECTION}, so that a refused listing visibly waits longer than others. */
    private static final String SWEEP_EVERY = "1200ms";
    /**
     * Two cores run a dozen processes, and perhaps others. The check that no row delays a call beyond the ceiling does
     * not use the slack.
     */
    private static final Duration SLACK = Duration.ofSeconds(8);

    private MachineTimes() {}

    /** The variables that shorten a service's times; empty if its usual local times are short enough. */
    static Map<String, String> of(HawserService service) {
        return switch (service) {
            case VOLUME_SERVICE -> volumeService();
            case PLUGIN_REGISTRY -> pluginRegistry();
            case NODE_AGENT -> nodeAgent();
            default -> Map.of();
        };
    }

    private static Map<String, String> volumeService() {
        return Map.of(
                "HAWSER_VOLUME_RPC_DEADLINE", DEADLINE,
                "HAWSER_VOLUME_CLOCK_MARGIN", "300ms",
                "HAWSER_VOLUME_BACKOFF_FLOOR", FLOOR,
                "HAWSER_VOLUME_BACKOFF_CEILING", CEILING,
                "HAWSER_VOLUME_REJECTED_INTERVAL", REJECTED,
                "HAWSER_VOLUME_SWEEP_EVERY", SWEEP_EVERY,
                // Small enough that a run's few volumes need more than one page.
                "HAWSER_VOLUME_SWEEP_PAGE", "2");
    }

    private static Map<String, String> pluginRegistry() {
        return Map.of(
                // A dozen node sockets serve no controller and are asked for ever: they must not take half a core.
                "HAWSER_PROBE_EVERY", "5s",
                "HAWSER_PROBE_RETRY_AFTER", "300ms",
                // For a connection and four calls; on a busy machine, one call's time is too short for them.
                "HAWSER_PROBE_CALL_DEADLINE", "6s");
    }

    private static Map<String, String> nodeAgent() {
        return Map.of(
                "HAWSER_RPC_DEADLINE", DEADLINE,
                "HAWSER_BACKOFF_FLOOR", FLOOR,
                "HAWSER_BACKOFF_CEILING", CEILING,
                "HAWSER_BACKOFF_AFTER_REJECTION", REJECTED,
                "HAWSER_FINGERPRINT_INTERVAL", "2s",
                "HAWSER_HEARTBEAT_INTERVAL", "2s",
                "HAWSER_STATS_INTERVAL", "2s",
                "HAWSER_PLUGIN_GONE_AFTER", "6s",
                "HAWSER_PLUGIN_FORGOTTEN_AFTER", "1s");
    }

    /** The same times in the form that the judge of a run's history reads. */
    public static Pauses pauses() {
        return new Pauses(Duration.ofSeconds(1), AFTER_REJECTION, SLACK);
    }

    /**
     * The values for the pauses that the specification leaves open, according to the settings above; a killed service
     * is away for a while.
     */
    static Limits limits() {
        return Limits.standard()
                .withGaps(Duration.ofMillis(50), Duration.ofSeconds(60), AFTER_REJECTION.minusMillis(100));
    }
}
