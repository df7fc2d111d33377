package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedWorkTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final SharedWork<String, String> work = new SharedWork<>();

    @Test
    @DisplayName("A caller that comes while the work ends gets the result only after its subscription")
    void aCallerThatComesAtTheEnd() throws Exception {
        // Given
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        Uni<String> result =
                work.run("key", task -> worker.complete(Thread.ofPlatform().start(task)), () -> {
                    awaitLatch(goOn);
                    return "done";
                });
        Future<String> first = result.subscribeAsCompletionStage();
        CompletableFuture<String> got = new CompletableFuture<>();
        AtomicBoolean tooEarly = new AtomicBoolean();
        // When
        result.subscribe().withSubscriber(new UniSubscriber<>() {
            @Override
            public void onSubscribe(UniSubscription subscription) {
                goOn.countDown();
                await().atMost(SOON).until(() -> !worker.join().isAlive());
                tooEarly.set(got.isDone());
            }

            @Override
            public void onItem(String item) {
                got.complete(item);
            }

            @Override
            public void onFailure(Throwable failure) {
                got.completeExceptionally(failure);
            }
        });
        // Then
        await().atMost(SOON).until(() -> first.isDone() && got.isDone());
        assertThat(got.resultNow()).isEqualTo("done");
        assertThat(tooEarly).isFalse();
    }

    @Test
    @DisplayName("Callers that come while it runs share it; one that waits no longer does not end it; after its end it"
            + " is begun again")
    void shared() {
        // Given
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch goOn = new CountDownLatch(1);
        Uni<String> result = work.run("key", Infrastructure.getDefaultWorkerPool(), () -> {
            begun.incrementAndGet();
            awaitLatch(goOn);
            return "done";
        });
        Future<String> waits = result.subscribeAsCompletionStage();
        await().atMost(SOON).until(() -> begun.get() == 1);
        // When
        assertThatThrownBy(() -> result.await().atMost(Duration.ofMillis(1)))
                .isInstanceOf(io.smallrye.mutiny.TimeoutException.class);
        goOn.countDown();
        // Then
        await().atMost(SOON).until(waits::isDone);
        assertThat(waits.resultNow()).isEqualTo("done");
        assertThat(begun).hasValue(1);
        assertThat(result.await().atMost(SOON)).isEqualTo("done");
        assertThat(begun).hasValue(2);
    }

    @Test
    @DisplayName("A failure is each caller's, as it was thrown; without a thread, nothing is left running")
    void failures() {
        Uni<String> fails = work.run("key", Infrastructure.getDefaultWorkerPool(), () -> {
            throw new IllegalArgumentException("no");
        });
        Uni<String> noThread = work.run(
                "key",
                task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                () -> "never");

        assertThatThrownBy(() -> fails.await().atMost(SOON)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> noThread.await().atMost(SOON)).hasMessageContaining("native thread");
        assertThatThrownBy(() -> fails.await().atMost(SOON)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
