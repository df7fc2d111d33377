package io.hawser.csi;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/**
 * Keeps a plugin's identity and capabilities for as long as the connection that they came over is the current one. One
 * reading runs at a time, for looks and calls together. After a failed one there is a short pause: otherwise each of
 * many waiting calls would start another reading immediately.
 */
final class IdentityCache {

    /** A plugin that reconnects during every reading counts as absent; the caller tries again later. */
    private static final int READINGS = 3;

    static final Duration PAUSE = Duration.ofMillis(100);

    /** @param until the earliest time of the next reading */
    private record Failed(IdentityReader.Attempt attempt, TimeLimit until) {}

    private final IdentityReader reader;
    private final Duration deadline;
    private final LongPredicate isLive;

    private Optional<IdentityReader.Read> known = Optional.empty();
    private Optional<CompletableFuture<IdentityReader.Attempt>> reading = Optional.empty();
    private Optional<Failed> failed = Optional.empty();

    /** @param isLive whether the next call would use the transport of that number */
    IdentityCache(IdentityReader reader, Duration deadline, LongPredicate isLive) {
        this.reader = reader;
        this.deadline = deadline;
        this.isLive = isLive;
    }

    /**
     * The plugin's identity and capabilities, and the transport that they came over; for calls. A connection that was
     * opened for the controller must lead to it.
     */
    Uni<RpcOutcome<IdentityReader.Read>> get() {
        return Uni.createFrom().deferred(this::knownOrRead).map(IdentityReader::forCalls);
    }

    /**
     * What a call gets to know within its time. Sets a timer only if it must wait: a timer that is cancelled stays
     * queued, with its request, until its time.
     */
    Uni<IdentityReader.Attempt> get(TimeLimit limit) {
        return Uni.createFrom().deferred(() -> current()
                .map(read -> Uni.createFrom().item(IdentityReader.Attempt.whole(read)))
                .orElseGet(() -> joinOrRead(deadline)
                        .ifNoItem()
                        .after(limit.left())
                        .recoverWithItem(() -> IdentityReader.Attempt.nothing(
                                RpcOutcome.uncertain(CsiCode.DEADLINE_EXCEEDED, "no answer in time")))));
    }

    /** The next call of {@link #get} reads again, unless something else was read since. */
    synchronized void forget(IdentityReader.Read read) {
        known = known.filter(now -> !now.equals(read));
    }

    /** The next call of {@link #get} reads again. */
    synchronized void forget() {
        known = Optional.empty();
    }

    /** Reads again, after the pause if there is one, or joins a reading that runs. Calls get what it reads. */
    Uni<IdentityReader.Attempt> readAgain(Duration limit) {
        return pause().chain(() -> joinOrRead(limit));
    }

    /** Completes when the pause after the last failure is over, or immediately if there is none. */
    private Uni<Void> pause() {
        return Uni.createFrom().deferred(() -> left().map(
                        left -> Uni.createFrom().voidItem().onItem().delayIt().by(left))
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private synchronized Optional<Duration> left() {
        return failed.map(Failed::until).filter(until -> !until.isOver()).map(TimeLimit::left);
    }

    private Uni<IdentityReader.Attempt> knownOrRead() {
        return current()
                .map(read -> Uni.createFrom().item(IdentityReader.Attempt.whole(read)))
                .orElseGet(() -> joinOrRead(deadline));
    }

    private synchronized Optional<IdentityReader.Read> current() {
        return known.filter(read -> isLive.test(read.transport()));
    }

    /** During the pause after a failure, that failure is the answer. */
    private Uni<IdentityReader.Attempt> joinOrRead(Duration limit) {
        CompletableFuture<IdentityReader.Attempt> mine = new CompletableFuture<>();
        // Under one lock: a reading that fails between two of them would be followed by another immediately.
        synchronized (this) {
            if (reading.isPresent()) {
                return join(reading.get());
            }
            if (failed.isPresent() && !failed.get().until().isOver()) {
                return Uni.createFrom().item(failed.get().attempt());
            }
            reading = Optional.of(mine);
        }
        read(TimeLimit.in(limit), READINGS)
                .subscribe()
                .with(
                        attempt -> finish(mine, attempt),
                        broken -> finish(mine, IdentityReader.Attempt.nothing(unreadable("" + broken))));
        return join(mine);
    }

    private Uni<IdentityReader.Attempt> read(TimeLimit limit, int readings) {
        return reader.attempt(limit).chain(attempt -> {
            if (attempt.ending() instanceof RpcOutcome.Done
                    && !isLive.test(attempt.known().transport())) {
                return readings > 1
                        ? read(limit, readings - 1)
                        : Uni.createFrom()
                                .item(new IdentityReader.Attempt(
                                        attempt.known(),
                                        unreadable("the connection was lost while its capabilities were read")));
            }
            return Uni.createFrom().item(attempt);
        });
    }

    private void finish(CompletableFuture<IdentityReader.Attempt> mine, IdentityReader.Attempt attempt) {
        synchronized (this) {
            reading = Optional.empty();
            if (attempt.ending() instanceof RpcOutcome.Done<IdentityReader.Read>(IdentityReader.Read read)) {
                known = Optional.of(read).filter(usable -> !usable.lacksController());
            }
            failed = IdentityReader.forCalls(attempt) instanceof RpcOutcome.Done
                    ? Optional.empty()
                    : Optional.of(new Failed(attempt, TimeLimit.in(PAUSE)));
        }
        mine.complete(attempt);
    }

    /** Each subscriber gets a stage of its own: a cancellation does not end the reading for the others. */
    private static Uni<IdentityReader.Attempt> join(CompletableFuture<IdentityReader.Attempt> reading) {
        return Uni.createFrom().completionStage(() -> reading.thenApply(attempt -> attempt));
    }

    private static RpcOutcome<IdentityReader.Read> unreadable(String message) {
        return RpcOutcome.uncertain(CsiCode.UNAVAILABLE, message);
    }
}
