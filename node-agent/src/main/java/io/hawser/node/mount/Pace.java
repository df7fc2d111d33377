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
 * @param failures by subject: a target's id, or {@link #VOLUME} for staging
 */
public record Pace(int attempts, Instant notBefore, Map<String, Failure> failures) {
    /** The subject of stage and unstage; no target has this id. */
    public static final String VOLUME = "";

    /** Nothing has failed. */
    public static final Pace FRESH = new Pace(0, Instant.MIN, Map.of());

    /** @param count times in a row */
    public record Failure(int count, String why) {}

    public Pace {
        Objects.requireNonNull(notBefore, "notBefore");
        failures = Map.copyOf(failures);
    }

    public Pace done(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        left.remove(subject);
        return new Pace(0, Instant.MIN, left);
    }

    /** @param pause from now to the earliest next call */
    public Pace failed(String subject, String why, Instant now, Duration pause) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(subject, new Failure(count(subject) + 1, why));
        return new Pace(attempts + 1, now.plus(pause), more);
    }

    /** The wish or the plugin is another one: worth trying at once. The counts stay, so that what never failed goes first. */
    public Pace preempted() {
        return new Pace(0, Instant.MIN, failures);
    }

    public int count(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::count).orElse(0);
    }

    public Optional<String> why(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::why);
    }
}
