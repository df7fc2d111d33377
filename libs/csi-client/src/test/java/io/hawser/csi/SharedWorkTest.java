package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedWorkTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int CALLERS = 4;
    private static final int TIMES = 3000;

    private final SharedWork<String, String> work = new SharedWork<>();

    @Test
    @DisplayName("What each caller does with the result is its own, however many come while the work ends")
    void manyCallers() throws Exception {
        // Given
        Callable<Integer> caller = () -> {
            int sum = 0;
            for (int i = 0; i < TIMES; i++) {
                sum += work.run("key", Infrastructure.getDefaultWorkerPool(), () -> "done")
                        .chain(done -> Uni.createFrom().item(done.length()).emitOn(Infrastructure.getDefaultExecutor()))
                        .await()
                        .atMost(SOON);
            }
            return sum;
        };
        // When
        List<Integer> sums = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            for (Future<Integer> each : callers.invokeAll(Collections.nCopies(CALLERS, caller))) {
                sums.add(each.get());
            }
        }
        // Then
        assertThat(sums).hasSize(CALLERS).containsOnly(TIMES * "done".length());
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
