package io.hawser.volume.fence;

import io.hawser.ledger.Revisions;
import io.hawser.ledger.catchup.Barrier;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How far a node's fence is confirmed.
 *
 * @param number of this fence, so that the barrier of an earlier fence is not used for it; 0 = the node is not fenced,
 *     or was fenced before fences had numbers
 * @param barrier how far {@code hawser.nodes} must be read; empty = not noted yet
 * @param read whether the barrier was reached: the fence has effect
 */
public record Fence(long number, Optional<String> barrier, boolean read) {
    /**
     * A stored fence without effect yet.
     *
     * @param since when it was stored
     * @param message what it waits for, for people
     */
    public record Unconfirmed(Instant since, String message) {}

    private static final Fence NONE = new Fence(0, Optional.empty(), false);

    /** The node has a new record. An unchanged fence keeps its state; a new fence must be confirmed. */
    public Fence after(boolean fencedBefore, boolean fencedNow, Instant now) {
        if (fencedNow == fencedBefore) {
            return this;
        }
        return fencedNow ? new Fence(Revisions.next(number, now), Optional.empty(), false) : NONE;
    }

    /** Whether the fence still waits for confirmation. */
    public boolean unconfirmed() {
        return number > 0 && !read;
    }

    /** What the fence waits for. Its number is the clock's time when the fence was stored. */
    public Optional<Unconfirmed> waits() {
        return unconfirmed()
                ? Optional.of(new Unconfirmed(Instant.EPOCH.plus(number, ChronoUnit.MICROS), message()))
                : Optional.empty();
    }

    private String message() {
        String until = barrier.map(Fence::ends)
                .filter(ends -> !ends.isEmpty())
                .orElse("the topic of nodes is read to an end that Kafka has not named yet");
        return "the fence has no effect before " + until
                + ": a record that takes it back may be unread (./hawser status names a topic that is gone)";
    }

    private static String ends(String barrier) {
        return Barrier.parse(barrier).ends().entrySet().stream()
                .map(end -> end.getKey().topic() + "-" + end.getKey().partition() + " is read up to " + end.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** The barrier was reached. */
    public Fence confirmed() {
        return new Fence(number, barrier, true);
    }
}
