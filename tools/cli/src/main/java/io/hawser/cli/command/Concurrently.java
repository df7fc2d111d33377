package io.hawser.cli.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Asks a service while the command continues, so that the command takes less time. */
final class Concurrently {
    private Concurrently() {}

    /**
     * @param question may fail
     * @return waits for the answer; fails as the question did
     */
    static <T> Supplier<T> ask(Supplier<T> question) {
        // Not on a virtual thread: the thread that polls its socket would delay the end of the JVM by 0.3 s.
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(
                question, task -> Thread.ofPlatform().daemon().start(task));
        return () -> {
            try {
                return answer.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        };
    }
}
