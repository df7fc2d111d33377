package io.hawser.ledger.due;

import static org.awaitility.Awaitility.await;

import io.hawser.ledger.tx.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class DueLoopIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final int PLACES = 2;

    /** So long that no look comes of it. */
    private static final Duration NEVER = Duration.ofDays(1);

    @Inject
    Transactions transactions;

    @Inject
    DueSignal signal;

    @Inject
    Vertx vertx;

    private final String kind = "kind-" + UUID.randomUUID();
    private final List<UniEmitter<? super Void>> works = new CopyOnWriteArrayList<>();
    private DueLoop loop;

    @BeforeEach
    void start() {
        loop = new DueLoop(
                new DueLoop.Settings(kind, 1, PLACES, NEVER), transactions, vertx, signal, keys -> Uni.createFrom()
                        .emitter(works::add));
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.stop();
        works.forEach(work -> work.complete(null));
    }

    @Test
    @DisplayName("What becomes due with a commit is taken up at once, not with the next poll")
    void takenUpAtOnce() {
        // When
        wake(kind);

        // Then
        await().atMost(SOON).until(() -> works.size() == 1);
    }

    @Test
    @DisplayName("Woken while it is worked on, a key is taken up again when that work ends, not with the next poll")
    void wokenWhileItIsWorkedOn() {
        // Given
        wake(kind);
        await().atMost(SOON).until(() -> works.size() == 1);

        // When
        wake(kind);
        works.getFirst().complete(null);

        // Then
        await().atMost(SOON).until(() -> works.size() == 2);
    }

    @Test
    @DisplayName("A commit that changes what is due of another kind makes nobody look who is not concerned")
    void anotherKind() {
        // Given
        wake(kind);
        await().atMost(SOON).until(() -> works.size() == 1);
        works.getFirst().complete(null);

        // When
        wake("another-" + kind);

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> works.size() == 1);
    }

    @Test
    @DisplayName("A commit that only puts something off makes nobody look")
    void putOff() {
        // Given
        unheard("unheard");

        // When
        commit(new DueChange.At(kind, "key", "", Instant.now().plus(NEVER)));

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(works::isEmpty);
    }

    @Test
    @DisplayName("What is left when all places are taken is taken up when one is free, not with the next poll")
    void goesOnWithTheRest() {
        // Given
        IntStream.range(0, PLACES + 1).mapToObj(i -> "unheard-" + i).forEach(this::unheard);
        wake(kind);
        await().atMost(SOON).until(() -> works.size() == PLACES);

        // When
        works.getFirst().complete(null);

        // Then
        await().atMost(SOON).until(() -> works.size() == PLACES + 1);
    }

    /** Due since long, and no loop of this process was told. */
    private void unheard(String key) {
        transactions
                .run(tx -> tx.execute(
                        "insert into ledger_due (kind, key, lane, due, woken) values ($1, "
                                + "$2, '', now() - interval '1 hour', false)",
                        kind,
                        key))
                .await()
                .atMost(SOON);
    }

    private void wake(String ofKind) {
        commit(new DueChange.Wake(ofKind, "key", "", Instant.now()));
    }

    private void commit(DueChange change) {
        transactions
                .run(tx -> {
                    tx.due(change);
                    return Uni.createFrom().voidItem();
                })
                .await()
                .atMost(SOON);
    }
}
