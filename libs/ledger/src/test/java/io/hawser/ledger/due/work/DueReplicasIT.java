package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Replicas that work on the same kind. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class DueReplicasIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final int PLACES = 2;

    /** All places of a replica together do not take all that one commit makes due. */
    private static final int SOME = 32;

    /** Longer than a stall of the machine: a key whose lease ran out goes to the other replica. */
    private static final Duration LEASE = Duration.ofMinutes(2);

    @Inject
    Transactions transactions;

    @Inject
    DueSignal signal;

    @Inject
    Vertx vertx;

    private final String kind = "kind-" + UUID.randomUUID();
    private DueOfKind due;

    @BeforeEach
    void start() {
        due = new DueOfKind(transactions, kind);
    }

    @Test
    @DisplayName("Replicas share what is due: not one key in a hundred is worked on by both")
    void replicasShare() {
        // Given
        int keys = 2_000;
        List<String> byOne = new CopyOnWriteArrayList<>();
        List<String> byOther = new CopyOnWriteArrayList<>();
        DueLoop one = replica(SOME, byOne);
        DueLoop other = replica(SOME, byOther);

        // When: each commit makes both look immediately
        for (int i = 0; i < keys; i += 100) {
            due.makeDue(IntStream.range(i, i + 100).mapToObj(k -> "key-" + k).toList());
        }
        await().atMost(SOON)
                .until(() ->
                        due.due() == 0 && Set.copyOf(concat(byOne, byOther)).size() == keys);
        one.stop();
        other.stop();

        // Then
        Set<String> byBoth = new HashSet<>(byOne);
        byBoth.retainAll(Set.copyOf(byOther));
        assertThat(byBoth).hasSizeLessThanOrEqualTo(keys / 100);
        assertThat(byOne).hasSizeGreaterThan(keys / 5);
        assertThat(byOther).hasSizeGreaterThan(keys / 5);
    }

    @Test
    @DisplayName("A replica that dies keeps its keys from the others for its lease, and no longer")
    void aDeadReplica() {
        // Given
        due.unheard("key");
        DueLoop dead = new DueLoop(
                new DueSettings(kind, 1, PLACES, Duration.ofMillis(50), Duration.ofMillis(800)),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().nothing());
        dead.start();
        await().atMost(SOON).until(() -> due.count("key", "leased is not null") == 1);
        dead.stop();
        Instant until = due.leasedUntil("key");

        // When
        AtomicReference<Instant> takenOver = new AtomicReference<>();
        DueLoop other = new DueLoop(
                new DueSettings(kind, 1, PLACES, Duration.ofMillis(50), LEASE),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().voidItem().invoke(() -> takenOver.compareAndSet(null, Instant.now())));
        other.start();

        // Then
        await().atMost(SOON).until(() -> takenOver.get() != null);
        other.stop();
        assertThat(takenOver.get()).isAfterOrEqualTo(until);
    }

    @Test
    @DisplayName("A lease from before the database's clock went back is none: the key is worked on")
    void aClockThatWentBack() {
        // Given
        due.leasedUntil("key", Instant.now().plus(Duration.ofDays(1)));
        List<String> worked = new CopyOnWriteArrayList<>();

        // When
        DueLoop other = replica(1, worked);

        // Then
        await().atMost(SOON).until(() -> worked.contains("key"));
        other.stop();
    }

    /** Takes some time for each batch, so that both have a part in the work. */
    private DueLoop replica(int batch, List<String> worked) {
        DueLoop replica = new DueLoop(
                new DueSettings(kind, batch, PLACES, Duration.ofMillis(20), LEASE),
                transactions,
                vertx,
                signal,
                keys -> {
                    worked.addAll(keys);
                    return Uni.createFrom()
                            .voidItem()
                            .onItem()
                            .delayIt()
                            .by(Duration.ofMillis(5))
                            .chain(() -> due.done(keys));
                });
        replica.start();
        return replica;
    }

    private static List<String> concat(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
