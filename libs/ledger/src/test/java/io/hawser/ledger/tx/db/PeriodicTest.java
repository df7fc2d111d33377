package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeriodicTest {
    private final List<CompletableFuture<Void>> runs = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Periodic periodic = new Periodic(null, Duration.ofSeconds(1), this::begun, failures::add);

    private Uni<Void> begun() {
        runs.add(new CompletableFuture<>());
        return Uni.createFrom().completionStage(runs.getLast());
    }

    @Test
    @DisplayName("It does not run twice at the same time, and runs again once it is done or has failed")
    void oneAtATime() {
        // Given
        IllegalStateException failure = new IllegalStateException("no answer");
        periodic.run();
        periodic.run();
        assertThat(runs).hasSize(1);
        // When
        runs.getLast().complete(null);
        periodic.run();
        runs.getLast().completeExceptionally(failure);
        periodic.run();
        // Then
        assertThat(runs).hasSize(3);
        assertThat(failures).containsExactly(failure);
    }

    @Test
    @DisplayName("Work that cannot even begin has failed, and is tried again")
    void cannotBegin() {
        // Given
        Periodic broken = new Periodic(
                null,
                Duration.ofSeconds(1),
                () -> {
                    throw new IllegalStateException("not connected");
                },
                failures::add);
        // When
        broken.run();
        broken.run();
        // Then
        assertThat(failures).hasSize(2);
    }

    @Test
    @DisplayName("It has one timer however often it is started, and stops no other's, whose number may be 0")
    void oneTimer() {
        // Given
        List<String> calls = new ArrayList<>();
        Vertx vertx = (Vertx) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Vertx.class}, (self, method, args) -> {
                    calls.add(method.getName() + " " + args[0]);
                    return method.getName().equals("cancelTimer") ? (Object) true : (Object) 7L;
                });
        Periodic timed = new Periodic(vertx, Duration.ofSeconds(1), this::begun, failures::add);
        // When
        timed.stop();
        timed.start();
        timed.start();
        timed.stop();
        timed.stop();
        timed.start();
        // Then
        assertThat(calls).containsExactly("setPeriodic 1000", "cancelTimer 7", "setPeriodic 1000");
    }
}
