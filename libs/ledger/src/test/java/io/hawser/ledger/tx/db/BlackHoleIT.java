package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A database that vanishes: no answer, no end of a connection. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class BlackHoleIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size", defaultValue = "20")
    int places;

    @AfterEach
    void heal() {
        LedgerServices.toDatabase().heal();
    }

    @Test
    @DisplayName("Every transaction on a vanished database ends, and when there is one again all places of the "
            + "pool are free")
    void noPlaceIsBurned() {
        // Given
        awaitTogether();

        // When
        LedgerServices.toDatabase().swallow();
        List<Throwable> failures = IntStream.range(0, 3 * places)
                .mapToObj(i -> transactions
                        .run(tx -> tx.execute("select 1"))
                        .<Throwable>map(done -> null)
                        .onFailure()
                        .recoverWithItem(failure -> failure)
                        .subscribeAsCompletionStage())
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        LedgerServices.toDatabase().heal();

        // Then
        assertThat(failures).allMatch(DatabaseFailures::isTransient);
        awaitTogether();
    }

    /** So many new connections may take longer than a transaction may. */
    private void awaitTogether() {
        await().atMost(SOON).ignoreExceptions().until(() -> {
            together();
            return true;
        });
    }

    /** So many transactions as the pool has places, each of which ends when all have begun. */
    private void together() {
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Void> all = new CompletableFuture<>();
        List<Uni<Void>> works = IntStream.range(0, places)
                .mapToObj(i -> transactions.run(tx -> {
                    if (begun.incrementAndGet() == places) {
                        all.complete(null);
                    }
                    Context own = Vertx.currentContext();
                    return Uni.createFrom().completionStage(all).emitOn(next -> own.runOnContext(v -> next.run()));
                }))
                .toList();
        Uni.join().all(works).andCollectFailures().await().atMost(Duration.ofSeconds(10));
    }
}
