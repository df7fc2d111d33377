package io.hawser.ledger.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.network.Relay;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A database that vanishes: no answer, no end of a connection. */
@QuarkusTest
@TestProfile(BlackHoleIT.OwnDatabase.class)
class BlackHoleIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static Relay relay;

    public static final class OwnDatabase implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(ThroughARelay.class));
        }

        @Override
        public boolean disableGlobalTestResources() {
            return true;
        }
    }

    public static final class ThroughARelay implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            Map<String, String> settings = new HashMap<>(new EmbeddedServices().start());
            URI url = URI.create(settings.get("quarkus.datasource.reactive.url"));
            try {
                relay = new Relay(url.getHost(), url.getPort());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            settings.put("quarkus.datasource.reactive.url", "postgresql://127.0.0.1:" + relay.port() + url.getPath());
            settings.put("quarkus.datasource.reactive.max-size", "8");
            return settings;
        }

        @Override
        public void stop() {
            try {
                relay.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Inject
    Transactions transactions;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int places;

    @AfterEach
    void heal() {
        relay.heal();
    }

    @Test
    @DisplayName("Every transaction on a vanished database ends, and when there is one again all places of the "
            + "pool are free")
    void noPlaceIsBurned() {
        // Given
        together();

        // When
        relay.swallow();
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
        relay.heal();

        // Then
        assertThat(failures).allMatch(DatabaseFailures::isTransient);
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
