package io.hawser.plugin.registry;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of an instance's health. Any bad answer makes the instance unhealthy immediately. An instance that was
 * healthy and then failed is <em>steady</em> again only after {@value #STEADY_AFTER} good answers in a row.
 */
public sealed interface Health {
    int STEADY_AFTER = 3;

    /** Registered, not asked yet. */
    record Unasked() implements Health {}

    /**
     * @param goodInARow good answers since the last failure, counted up to {@value #STEADY_AFTER}; an instance that
     *     never failed after it was healthy starts there
     */
    record Healthy(Identity identity, int goodInARow) implements Health {
        public Healthy {
            if (goodInARow < 1 || goodInARow > STEADY_AFTER) {
                throw new IllegalArgumentException("goodInARow must be 1 to " + STEADY_AFTER + ": " + goodInARow);
            }
        }

        boolean steady() {
            return goodInARow == STEADY_AFTER;
        }
    }

    /**
     * @param failures in a row, at least 1
     * @param lapsed whether the instance had been healthy before
     * @param last as {@link #lastSaid}
     * @param since when the first of the failures was known
     */
    record Unhealthy(String message, int failures, boolean lapsed, Optional<Identity> last, Instant since)
            implements Health {
        public Unhealthy {
            if (failures < 1) {
                throw new IllegalArgumentException("failures must be at least 1: " + failures);
            }
        }
    }

    /**
     * @param plugin the name that the instance is registered under; another name in the answer means another plugin
     * @param role what the instance is registered for
     */
    default Health after(String plugin, Role role, ProbeResult result, Instant now) {
        return switch (result) {
            case ProbeResult.Failed(String message) -> bad(message, lastSaid(), now);
            case ProbeResult.Misnamed(String said) -> misnamed(plugin, said, now);
            case ProbeResult.NotReady(Identity said, String message) -> bad(message, saidUnready(said), now);
            case ProbeResult.Ready(Identity said)
            when role.needsController() && !said.controller() ->
                bad("it is registered as a controller, and offers no controller service", Optional.of(said), now);
            case ProbeResult.Ready(Identity said) -> good(said);
        };
    }

    /** Why the instance does not serve, for people; empty if it is healthy. */
    default String message() {
        return switch (this) {
            case Unasked() -> "not asked yet";
            case Healthy ignored -> "";
            case Unhealthy unhealthy -> unhealthy.message();
        };
    }

    /** Since when the instance does not serve; empty if it is healthy, or was not asked yet. */
    default Optional<Instant> unhealthySince() {
        return this instanceof Unhealthy unhealthy ? Optional.of(unhealthy.since()) : Optional.empty();
    }

    /**
     * The last answer that the instance gave while it was ready. If it never was, its last valid one, which is only
     * shown to people: see {@link #wasHealthy}.
     */
    default Optional<Identity> lastSaid() {
        return switch (this) {
            case Unasked() -> Optional.empty();
            case Healthy healthy -> Optional.of(healthy.identity());
            case Unhealthy unhealthy -> unhealthy.last();
        };
    }

    /** Whether the instance is healthy, or was since it was registered at its endpoint. */
    default boolean wasHealthy() {
        return switch (this) {
            case Unasked() -> false;
            case Healthy ignored -> true;
            case Unhealthy unhealthy -> unhealthy.lapsed();
        };
    }

    /**
     * A process that is not ready may not know yet all that it can do. So this replaces no answer of a ready one, and
     * does not say that there is no controller.
     */
    private Optional<Identity> saidUnready(Identity said) {
        return wasHealthy() || said.deniesController() ? lastSaid() : Optional.of(said);
    }

    private Health misnamed(String plugin, String said, Instant now) {
        return bad(
                "the plugin at this endpoint names itself '" + said + "', it is registered as '" + plugin + "'",
                Optional.empty(),
                now);
    }

    private Health good(Identity said) {
        return switch (this) {
            case Unasked() -> new Healthy(said, STEADY_AFTER);
            case Healthy healthy -> new Healthy(said, Math.min(healthy.goodInARow() + 1, STEADY_AFTER));
            case Unhealthy unhealthy -> new Healthy(said, unhealthy.lapsed() ? 1 : STEADY_AFTER);
        };
    }

    private Health bad(String message, Optional<Identity> last, Instant now) {
        return switch (this) {
            case Unasked() -> new Unhealthy(message, 1, false, last, now);
            case Healthy ignored -> new Unhealthy(message, 1, true, last, now);
            case Unhealthy before ->
                new Unhealthy(message, before.failures() + 1, before.lapsed(), last, before.since());
        };
    }
}
