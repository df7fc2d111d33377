package io.hawser.csi;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/**
 * Keeps what a plugin said about itself for as long as it is the same connection that said it. One reading at a time,
 * and after one that failed none for a moment: of many calls that wait for it each would read again at once.
 */
final class IdentityCache {

    /** A plugin that reconnects during every reading is not there; whoever asked tries again later. */
    private static final int READINGS = 3;

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** @param until when the next reading may begin */
    private record Failed(RpcOutcome<IdentityReader.Read> ending, TimeLimit until) {}

    private final IdentityReader reader;
    private final Duration deadline;
    private final LongPredicate isLive;

    private Optional<IdentityReader.Read> known = Optional.empty();
    private Optional<CompletableFuture<RpcOutcome<IdentityReader.Read>>> reading = Optional.empty();
    private Optional<Failed> failed = Optional.empty();

    /**
     * @param isLive whether the transport of that number is the one that the next call would take
     */
    IdentityCache(IdentityReader reader, Duration deadline, LongPredicate isLive) {
        this.reader = reader;
        this.deadline = deadline;
        this.isLive = isLive;
    }

    /** What the plugin said, and over which transport. */
    Uni<RpcOutcome<IdentityReader.Read>> get() {
        return Uni.createFrom().deferred(this::knownOrRead);
    }

    /** Whoever asks next reads again. */
    synchronized void forget() {
        known = Optional.empty();
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
            failed = ending instanceof RpcOutcome.Done<IdentityReader.Read>
                    ? Optional.empty()
                    : Optional.of(new Failed(ending, TimeLimit.in(PAUSE)));
        }
        mine.complete(ending);
    }

    /** A stage of its own for each: who cancels leaves the reading to the others. */
    private static Uni<RpcOutcome<IdentityReader.Read>> join(
            CompletableFuture<RpcOutcome<IdentityReader.Read>> reading) {
        return Uni.createFrom().completionStage(() -> reading.thenApply(ending -> ending));
    }

    private static RpcOutcome<IdentityReader.Read> unreadable(String message) {
        return RpcOutcome.uncertain(CsiCode.UNAVAILABLE, message);
    }
}
