package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.CallOutcome;
import io.hawser.volume.lifecycle.Reconciliation;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EndedCallsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final VolumeName DATA = new VolumeName("data");
    private static final VolumeName LOGS = new VolumeName("logs");
    private static final Throwable AWAY = new SQLException("the connection is refused", "08001");

    private final Vertx vertx = Vertx.vertx();
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final Queue<Set<VolumeName>> tried = new ConcurrentLinkedQueue<>();
    private final Set<VolumeName> refused = ConcurrentHashMap.newKeySet();
    private final Queue<VolumeName> saved = new ConcurrentLinkedQueue<>();
    /** Of a number of attempts made before. */
    private volatile Function<Integer, List<Throwable>> failures = attempts -> List.of();

    private final OwnCalls own = new OwnCalls();
    private final EndedCalls calls = new EndedCalls(10, own, this::save, open::get, () -> {}, vertx, worked -> {});

    private Uni<VolumeWork.Worked> save(Map<VolumeName, Reconciliation.Ended> endings) {
        List<Throwable> failure = failures.apply(tried.size());
        tried.add(endings.keySet());
        if (endings.keySet().stream().anyMatch(refused::contains)) {
            return Uni.createFrom().failure(AWAY);
        }
        if (!failure.isEmpty()) {
            return Uni.createFrom().failure(failure.getFirst());
        }
        saved.addAll(endings.keySet());
        return Uni.createFrom().item(new VolumeWork.Worked(List.of(), List.of()));
    }

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    @DisplayName("While the database is away an ending is kept, and saved once it answers")
    void theDatabaseIsAway() {
        // Given
        failures = attempts -> attempts < 2 ? List.of(AWAY) : List.of();

        // When
        end(DATA);
        assertThat(own.has("call-data")).isTrue();

        // Then
        await().atMost(SOON).until(() -> List.copyOf(saved).equals(List.of(DATA)));
        await().atMost(SOON).until(() -> !own.has("call-data"));
        assertThat(tried).hasSize(3);
    }

    @Test
    @DisplayName("The same for endings that one transaction could not save together")
    void theDatabaseIsAwayForSeveral() {
        // Given
        open.set(false);
        end(DATA);
        end(LOGS);
        failures = attempts -> attempts < 3 ? List.of(AWAY) : List.of();

        // When
        open.set(true);
        calls.drain();

        // Then
        await().atMost(SOON).until(() -> Set.copyOf(saved).equals(Set.of(DATA, LOGS)));
        assertThat(tried.stream().limit(3)).containsExactlyInAnyOrder(Set.of(DATA, LOGS), Set.of(DATA), Set.of(LOGS));
    }

    @Test
    @DisplayName("An ending that the database cannot take is given up, and holds up no other one")
    void anEndingThatCannotBeSaved() throws InterruptedException {
        // Given
        failures = attempts -> attempts == 0 ? List.of(new IllegalStateException("a bug")) : List.of();

        // When
        end(DATA);
        end(LOGS);
        calls.await(SOON);

        // Then
        assertThat(saved).containsExactly(LOGS);
        assertThat(tried).containsExactly(Set.of(DATA), Set.of(LOGS));
        assertThat(own.has("call-data"))
                .as("its volume is decided once the token ends")
                .isFalse();
    }

    @Test
    @DisplayName("An ending that the database does not take while it takes others is given up after some tries")
    void anEndingThatIsAlwaysRefused() {
        // Given
        refused.add(DATA);
        end(DATA);

        // Then
        await().atMost(SOON).until(() -> {
            end(LOGS);
            return !own.has("call-data");
        });
        assertThat(saved).isNotEmpty().containsOnly(LOGS);
    }

    @Test
    @DisplayName("An ending that meets a closed gate is kept until the gate opens")
    void theGateCloses() {
        // Given
        failures = attempts -> {
            open.set(attempts > 0);
            return attempts == 0 ? List.of(new ClosedGateException("a test")) : List.of();
        };
        end(DATA);
        assertThat(saved).isEmpty();

        // When
        open.set(true);
        calls.drain();

        // Then
        await().atMost(SOON).until(() -> List.copyOf(saved).equals(List.of(DATA)));
    }

    private void end(VolumeName volume) {
        calls.begun();
        own.begun("call-" + volume.value(), volume);
        own.over("call-" + volume.value());
        calls.ended(volume, new Reconciliation.Ended("call-" + volume.value(), new CallOutcome.Uncertain("a test")));
    }
}
