package io.hawser.csi;

import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Work that callers share who come while it runs: a burst of callers needs one thread, and so does work that hangs. A
 * caller that waits no longer does not end it.
 *
 * <p>Not Mutiny's memoize(): it can give the item to a subscriber that comes meanwhile before it calls that one's
 * onSubscribe. An operator behind then takes its own result for that item, and fails.
 */
final class SharedWork<K, T> {
    private final Map<K, CompletableFuture<T>> running = new ConcurrentHashMap<>();

    /** @param work blocks a thread of the executor */
    Uni<T> run(K key, Executor executor, Supplier<T> work) {
        return Uni.createFrom().completionStage(() -> {
            CompletableFuture<T> begun = new CompletableFuture<>();
            CompletableFuture<T> shared = running.computeIfAbsent(key, _ -> begun);
            if (shared == begun) {
                begin(key, executor, work, begun);
            }
            // The end of one caller's wait cancels its copy only.
            return shared.copy();
        });
    }

    private void begin(K key, Executor executor, Supplier<T> work, CompletableFuture<T> ends) {
        try {
            executor.execute(() -> {
                try {
                    T done = work.get();
                    running.remove(key);
                    ends.complete(done);
                } catch (Throwable failure) {
                    running.remove(key);
                    ends.completeExceptionally(failure);
                }
            });
        } catch (Throwable noThread) {
            running.remove(key);
            ends.completeExceptionally(noThread);
        }
    }
}
