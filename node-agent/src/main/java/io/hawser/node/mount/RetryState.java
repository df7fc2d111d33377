package io.hawser.node.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How the recent calls for one volume went. A new process knows only the last pause, from the record ({@link Pause}),
 * and may try everything else immediately.
 *
 * @param attempts calls in a row that were not done; those that were refused count as one at most
 * @param notBefore the earliest time of the next call
 * @param minimumPauseUntil the earliest time of the next call even if the desired state has changed: a call whose
 *     outcome is uncertain is never repeated without a pause (CSI, Error Scheme)
 * @param failures by subject: a target's id, or {@link #VOLUME} for staging
 * @param refused calls that the plugin refused and that are not repeated unchanged, by {@link Step.Call#asked}: a
 *     change elsewhere in the desired state does not end a refusal
 * @param inherited the refusal that a former process recorded, which holds back every call on its subject
 */
public record RetryState(
        int attempts,
        Instant notBefore,
        Instant minimumPauseUntil,
        Map<String, Failure> failures,
        Map<Step.Call, Refusal> refused,
        Optional<Pause> inherited) {
    /** The subject of stage and unstage; no target has this id. */
    public static final String VOLUME = "";

    /** The subject of the agent's own failures, on its disk say; no target has this id either. */
    public static final String AGENT = "/agent";

    /** The subject of the volume's expansion. */
    public static final String EXPANSION = "/expansion";

    /** The subjects that a volume has as long as it is there. */
    public static final Set<String> NO_TARGETS = Set.of(VOLUME, AGENT, EXPANSION);

    /** Nothing has failed. */
    public static final RetryState FRESH =
            new RetryState(0, Instant.MIN, Instant.MIN, Map.of(), Map.of(), Optional.empty());

    /** @param count failures in a row */
    public record Failure(int count, String message) {}

    /**
     * @param until the earliest time of the same call
     * @param asThingsAre whether the plugin refused it for the present state, not for what it says
     */
    public record Refusal(Instant at, Instant until, boolean asThingsAre) {}

    public RetryState {
        failures = Map.copyOf(failures);
        refused = Map.copyOf(refused);
    }

    /** How a new process continues after a recorded pause. */
    public static RetryState after(Pause pause) {
        return new RetryState(
                pause.attempts(),
                pause.refused() ? Instant.MIN : pause.until(),
                Instant.MIN,
                Map.of(pause.subject(), new Failure(1, pause.message())),
                Map.of(),
                Optional.of(pause).filter(Pause::refused));
    }

    /** The pause that the record keeps; empty: no pause after this call. */
    public Optional<Pause> pause(Step.Call call, Instant now) {
        Instant until = notBefore(call);
        return message(call.subject())
                .filter(_ -> attempts > 0)
                .map(message -> new Pause(call.subject(), message, attempts, now, until, until.isAfter(notBefore)));
    }

    /** Whether the refusal after which the record keeps this pause still holds. */
    public boolean holds(Pause pause) {
        return pause.refused()
                && (inherited.equals(Optional.of(pause))
                        || refused.keySet().stream()
                                .anyMatch(call -> call.subject().equals(pause.subject())));
    }

    /** The call was done: what was refused as things were before need not wait any longer, if this may have helped. */
    public RetryState done(Step.Call call) {
        RetryState done = done(call.subject());
        Map<Step.Call, Refusal> left = new HashMap<>(refused);
        left.keySet().removeIf(other -> other.subject().equals(call.subject()));
        left.entrySet().removeIf(other -> other.getValue().asThingsAre() && helps(call, other.getKey()));
        return new RetryState(
                0, Instant.MIN, Instant.MIN, done.failures(), left, inherited.filter(pause -> !pause.subject()
                        .equals(call.subject())));
    }

    /** A target that is gone may have kept another one from being mounted, but not from being taken down. */
    private static boolean helps(Step.Call done, Step.Call refused) {
        return switch (done) {
            case Step.Stage _, Step.Unstage() -> true;
            case Step.Unpublish _ -> !(refused instanceof Step.Unpublish);
            case Step.Publish _, Step.GiveGroup _, Step.Expand _ -> false;
        };
    }

    /** The volume is in another state now: calls that were refused may succeed. */
    public RetryState done(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        left.remove(subject);
        return new RetryState(0, Instant.MIN, Instant.MIN, left, Map.of(), Optional.empty());
    }

    /**
     * @param pause from now to the earliest next call
     * @param least the part of the pause that no change shortens
     */
    public RetryState failed(String subject, String message, Instant now, Duration pause, Duration least) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(subject, new Failure(count(subject) + 1, message));
        return new RetryState(attempts + 1, now.plus(pause), now.plus(least), more, refused, inherited);
    }

    /**
     * Forgets the failures of targets that are gone: targets come and go for as long as the volume is there.
     *
     * @param there whether the target is there
     */
    public RetryState only(Predicate<String> there) {
        Map<String, Failure> left = new HashMap<>(failures);
        left.keySet().removeIf(subject -> !NO_TARGETS.contains(subject) && !there.test(subject));
        return new RetryState(attempts, notBefore, minimumPauseUntil, left, refused, inherited);
    }

    /** The cause of this subject's failures has ended. */
    public RetryState cured(String subject) {
        Map<String, Failure> left = new HashMap<>(failures);
        return left.remove(subject) == null
                ? this
                : new RetryState(attempts, notBefore, minimumPauseUntil, left, refused, inherited);
    }

    /**
     * The plugin refused this call, which has just failed. Only a change of the call itself, or of the plugin, shortens
     * the pause, and no other call waits for it.
     *
     * @param pause from now to the earliest same call
     * @param asThingsAre as in {@link Refusal}
     */
    public RetryState refused(Step.Call call, Instant now, Duration pause, boolean asThingsAre) {
        Map<Step.Call, Refusal> more = new HashMap<>(refused);
        more.values().removeIf(refusal -> !refusal.until().isAfter(now));
        more.put(call.asked(), new Refusal(now, now.plus(pause), asThingsAre));
        // Refusals of many targets must not add up to the longest pause of the volume.
        return new RetryState(Math.max(attempts - 1, 1), notBefore, minimumPauseUntil, failures, more, inherited);
    }

    /**
     * The desired state changed, or the plugin is healthy again: try again as soon as allowed. The failure counts stay,
     * so that what never failed goes first.
     */
    public RetryState preempted() {
        return new RetryState(0, minimumPauseUntil, minimumPauseUntil, failures, refused, Optional.empty());
    }

    /**
     * Another plugin process or version took over: it may accept what the one before refused.
     *
     * @param since when the new process came; the notification may arrive after its first refusal
     */
    public RetryState replaced(Instant since) {
        Map<Step.Call, Refusal> its = new HashMap<>(refused);
        its.values().removeIf(refusal -> refusal.at().isBefore(since));
        return new RetryState(
                0, minimumPauseUntil, minimumPauseUntil, failures, its, inherited.filter(pause -> !pause.at()
                        .isBefore(since)));
    }

    /**
     * Pauses that end later are over: a clock that was ahead has begun them, and was set back since.
     *
     * @param latest when the longest pause that begins now would end
     */
    public RetryState upTo(Instant latest) {
        Map<Step.Call, Refusal> its = new HashMap<>(refused);
        its.values().removeIf(refusal -> refusal.until().isAfter(latest));
        return new RetryState(
                attempts,
                overAfter(latest, notBefore),
                overAfter(latest, minimumPauseUntil),
                failures,
                its,
                inherited.filter(pause -> !pause.until().isAfter(latest)));
    }

    private static Instant overAfter(Instant latest, Instant end) {
        return end.isAfter(latest) ? Instant.MIN : end;
    }

    /** The earliest time of this call. */
    public Instant notBefore(Step.Call call) {
        Stream<Instant> its = Stream.concat(
                Optional.ofNullable(refused.get(call.asked())).map(Refusal::until).stream(),
                inherited.filter(pause -> pause.subject().equals(call.subject())).map(Pause::until).stream());
        return its.filter(until -> until.isAfter(notBefore))
                .max(Comparator.naturalOrder())
                .orElse(notBefore);
    }

    public int count(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::count).orElse(0);
    }

    public Optional<String> message(String subject) {
        return Optional.ofNullable(failures.get(subject)).map(Failure::message);
    }
}
