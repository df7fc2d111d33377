package io.hawser.node.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How calls for one volume went lately. A new process knows of the last pause what the record keeps ({@link Pause}),
 * and may try the rest at once.
 *
 * @param attempts calls in a row that were not done
 * @param notBefore the earliest time of the next call
 * @param notAtOnce the earliest time of the next call even if the desired state has changed: a call whose outcome is
 *     uncertain is never repeated without a pause (CSI, Error Scheme)
 * @param failures by subject: a target's id, or {@link #VOLUME} for staging
 * @param refused what the plugin is not asked for again, unchanged, by {@link Step.Call#asked}: a desired state that
 *     changed elsewhere mends no refusal
 */
public record RetryState(
        int attempts,
        Instant notBefore,
        Instant notAtOnce,
        Map<String, Failure> failures,
        Map<Step.Call, Refusal> refused) {
    /** The subject of stage and unstage; no target has this id. */
    public static final String VOLUME = "";

    /** The subject of what the agent itself could not do, on its disk say; no target has this id either. */
    public static final String AGENT = "/agent";

    /** Nothing has failed. */
    public static final RetryState FRESH = new RetryState(0, Instant.MIN, Instant.MIN, Map.of(), Map.of());

    /** @param count times in a row */
    public record Failure(int count, String message) {}

    /** @param until the earliest time of the same call */
    public record Refusal(Instant at, Instant until) {}

    public RetryState {
        Objects.requireNonNull(notBefore, "notBefore");
        Objects.requireNonNull(notAtOnce, "notAtOnce");
        failures = Map.copyOf(failures);
        refused = Map.copyOf(refused);
    }

    /** Where the last process was. */
    public static RetryState after(Pause pause) {
        return new RetryState(
                pause.attempts(),
                pause.until(),
                Instant.MIN,
                Map.of(pause.subject(), new Failure(1, pause.message())),
                Map.of());
    }

    /** What the record keeps of it; empty: there is no pause after a call on this subject. */
    public Optional<Pause> pause(String subject, Instant now) {
        return message(subject)
                .filter(_ -> attempts > 0)
                .map(message -> new Pause(subject, message, attempts, now, notBefore));
    }

    /** The volume is another one now: what was refused may go. */
    public RetryState done(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        left.remove(subject);
        return new RetryState(0, Instant.MIN, Instant.MIN, left, Map.of());
    }

    /**
     * @param pause from now to the earliest next call
     * @param least the part of it that no change shortens
     */
    public RetryState failed(String subject, String message, Instant now, Duration pause, Duration least) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(subject, new Failure(count(subject) + 1, message));
        return new RetryState(attempts + 1, now.plus(pause), now.plus(least), more, refused);
    }

    /** What failed there works again. */
    public RetryState cured(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        return left.remove(subject) == null ? this : new RetryState(attempts, notBefore, notAtOnce, left, refused);
    }

    /**
     * The plugin refused this call, which failed just now: no change shortens the pause but of what it asks for, or of
     * the plugin.
     */
    public RetryState refused(Step.Call call, Instant now) {
        Map<Step.Call, Refusal> more = new HashMap<>(refused);
        more.values().removeIf(refusal -> !refusal.until().isAfter(now));
        more.put(call.asked(), new Refusal(now, notBefore));
        return new RetryState(attempts, notBefore, notAtOnce, failures, more);
    }

    /**
     * The desired state is another one, or the plugin is well again: worth trying, as soon as may be. The counts stay,
     * so that what never failed goes first.
     */
    public RetryState preempted() {
        return new RetryState(0, notAtOnce, notAtOnce, failures, refused);
    }

    /**
     * The plugin is another one, or in another version: what the one before refused may go, too.
     *
     * @param since when this one came: word of that may be slower than its first refusal
     */
    public RetryState replaced(Instant since) {
        Map<Step.Call, Refusal> its = new HashMap<>(refused);
        its.values().removeIf(refusal -> refusal.at().isBefore(since));
        return new RetryState(0, notAtOnce, notAtOnce, failures, its);
    }

    /** The earliest time of this call. */
    public Instant notBefore(Step.Call call) {
        return Optional.ofNullable(refused.get(call.asked()))
                .map(Refusal::until)
                .filter(until -> until.isAfter(notBefore))
                .orElse(notBefore);
    }

    public int count(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::count).orElse(0);
    }

    public Optional<String> message(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::message);
    }
}
