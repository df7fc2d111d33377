package io.hawser.node.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How calls for one volume went lately. In memory only: a new process may try at once.
 *
 * @param attempts calls in a row that were not done
 * @param notBefore the earliest time of the next call
 * @param notAtOnce the earliest time of the next call even if the wish has changed: a call whose outcome is open is never repeated at once (CSI, Error
 *     Scheme)
 * @param failures by subject: a target's id, or {@link #VOLUME} for staging
 */
public record Pace(int attempts, Instant notBefore, Instant notAtOnce, Map<String, Failure> failures) {
    /** The subject of stage and unstage; no target has this id. */
    public static final String VOLUME = "";

    /** Nothing has failed. */
    public static final Pace FRESH = new Pace(0, Instant.MIN, Instant.MIN, Map.of());

    /** @param count times in a row */
    public record Failure(int count, String why) {}

    public Pace {
        Objects.requireNonNull(notBefore, "notBefore");
        Objects.requireNonNull(notAtOnce, "notAtOnce");
        failures = Map.copyOf(failures);
    }

    public Pace done(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        left.remove(subject);
        return new Pace(0, Instant.MIN, Instant.MIN, left);
    }

    /**
     * @param pause from now to the earliest next call
     * @param least the part of it that no change shortens
     */
    public Pace failed(String subject, String why, Instant now, Duration pause, Duration least) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(subject, new Failure(count(subject) + 1, why));
        return new Pace(attempts + 1, now.plus(pause), now.plus(least), more);
    }

    /** The wish or the plugin is another one: worth trying, as soon as may be. The counts stay, so that what never failed goes first. */
    public Pace preempted() {
        return new Pace(0, notAtOnce, notAtOnce, failures);
    }

    public int count(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::count).orElse(0);
    }

    public Optional<String> why(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::why);
    }
}
