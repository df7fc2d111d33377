package io.hawser.csi;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/**
 * Keeps a plugin's identity and capabilities for as long as the connection that they came over is the current one. One
 * reading runs at a time. After a failed one there is a short pause: otherwise each of many waiting calls would start
 * another reading immediately.
 */
final class IdentityCache {

    /** A plugin that reconnects during every reading counts as absent; the caller tries again later. */
    private static final int READINGS = 3;

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** @param until the earliest time of the next reading */
    private record Failed(RpcOutcome<IdentityReader.Read> ending, TimeLimit until) {}

    private final IdentityReader reader;
    private final Duration deadline;
    private final LongPredicate isLive;

    private Optional<IdentityReader.Read> known = Optional.empty();
    private Optional<CompletableFuture<RpcOutcome<IdentityReader.Read>>> reading = Optional.empty();
    private Optional<Failed> failed = Optional.empty();

    /** @param isLive whether the next call would use the transport of that number */
    IdentityCache(IdentityReader reader, Duration deadline, LongPredicate isLive) {
        this.reader = reader;
        this.deadline = deadline;
        this.isLive = isLive;
    }

    /** The plugin's identity and capabilities, and the transport that they came over. */
    Uni<RpcOutcome<IdentityReader.Read>> get() {
        return Uni.createFrom().deferred(this::knownOrRead);
    }

    /** The next call of {@link #get} reads again. */
    synchronized void forget() {
        known = Optional.empty();
    }

    /**
     * Takes what was read outside of this cache, unless calls could not depend on it.
     *
     * @return false: it came over a connection that is not the current one
     */
    synchronized boolean renew(IdentityReader.Read read) {
        if (!isLive.test(read.transport())) {
            return false;
        }
        known = Optional.of(read).filter(usable -> !usable.lacksController());
        return true;
    }

    /** A reading outside of this cache failed: the next one has to wait as after one of its own. */
    synchronized void failed(RpcOutcome<IdentityReader.Read> ending) {
        failed = Optional.of(new Failed(ending, TimeLimit.in(PAUSE)));
    }

    /** Completes when the pause after the last failure is over, or immediately if there is none. */
    Uni<Void> pause() {
        return Uni.createFrom().deferred(() -> left().map(
                        left -> Uni.createFrom().voidItem().onItem().delayIt().by(left))
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private synchronized Optional<Duration> left() {
        return failed.map(Failed::until).filter(until -> !until.isOver()).map(TimeLimit::left);
    }

    private Uni<RpcOutcome<IdentityReader.Read>> knownOrRead() {
        CompletableFuture<RpcOutcome<IdentityReader.Read>> mine;
        synchronized (this) {
            if (known.isPresent() && isLive.test(known.get().transport())) {
                return Uni.createFrom().item(RpcOutcome.done(known.get()));
            }
            if (reading.isPresent()) {
                return join(reading.get());
            }
            if (failed.isPresent() && !failed.get().until().isOver()) {
                return Uni.createFrom().item(failed.get().ending());
            }
            mine = new CompletableFuture<>();
            reading = Optional.of(mine);
        }
        read(TimeLimit.in(deadline), READINGS)
                .subscribe()
                .with(ending -> finish(mine, ending), broken -> finish(mine, unreadable("" + broken)));
        return join(mine);
    }

    private Uni<RpcOutcome<IdentityReader.Read>> read(TimeLimit limit, int readings) {
        return reader.read(limit).chain(ending -> {
            if (ending instanceof RpcOutcome.Done<IdentityReader.Read>(IdentityReader.Read read)) {
                if (isLive.test(read.transport())) {
                    remember(read);
                } else {
                    return readings > 1
                            ? read(limit, readings - 1)
                            : Uni.createFrom()
                                    .item(unreadable("the connection was lost while its capabilities were read"));
                }
            }
            return Uni.createFrom().item(ending);
        });
    }

    private synchronized void remember(IdentityReader.Read read) {
        known = Optional.of(read);
    }

    private void finish(
            CompletableFuture<RpcOutcome<IdentityReader.Read>> mine, RpcOutcome<IdentityReader.Read> ending) {
        synchronized (this) {
            reading = Optional.empty();
            if (ending instanceof RpcOutcome.Done<IdentityReader.Read>) {
                failed = Optional.empty();
            } else {
                failed(ending);
            }
        }
        mine.complete(ending);
    }

    /** Each subscriber gets a stage of its own: a cancellation does not end the reading for the others. */
    private static Uni<RpcOutcome<IdentityReader.Read>> join(
            CompletableFuture<RpcOutcome<IdentityReader.Read>> reading) {
        return Uni.createFrom().completionStage(() -> reading.thenApply(ending -> ending));
    }

    private static RpcOutcome<IdentityReader.Read> unreadable(String message) {
        return RpcOutcome.uncertain(CsiCode.UNAVAILABLE, message);
    }
}
