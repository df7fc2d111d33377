package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Due work that fails: who is named, and when the service is not ready. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class FailingDueIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final int PLACES = 2;

    /** So long that no look comes of it. */
    private static final Duration NEVER = Duration.ofDays(1);

    private static final Duration LEASE = Duration.ofSeconds(10);

    @Inject
    Transactions transactions;

    @Inject
    DueSignal signal;

    @Inject
    Vertx vertx;

    @Inject
    LedgerReadiness readiness;

    private final String failing = "failing-" + UUID.randomUUID();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private DueOfKind due;
    private DueLoop loop;

    @BeforeEach
    void start() {
        Metrics.addRegistry(metrics);
        due = new DueOfKind(transactions, failing);
    }

    @AfterEach
    void stop() {
        loop.stop();
        Metrics.removeRegistry(metrics);
    }

    @Test
    @DisplayName("A key that fails is named with the reason while others get done, and no longer once it is done")
    void aKeyThatFailsIsNamed() {
        // Given
        AtomicBoolean wrong = new AtomicBoolean(true);
        worksOn(keys -> keys.contains("bad") && wrong.get() ? failure("bad is bad") : due.done(keys));

        // When
        due.makeDue("bad");
        await().atMost(SOON).until(() -> due.count("bad", "failing_since is not null") == 1);
        due.makeDue("good");

        // Then
        await().atMost(SOON).until(() -> waitsFor().contains(failing + " bad has failed"));
        assertThat(waitsFor()).contains("bad is bad").doesNotContain("more");
        assertThat(readiness.work().call().getStatus()).isEqualTo(Status.UP);
        assertThat(gauge()).isEqualTo(1);
        assertThat(due.count("good", "failing_since is null")).isEqualTo(1);
        // The database knows of the first failure later than this process.
        await().atMost(Duration.ofSeconds(150))
                .until(() -> due.count("bad", "failing_since < clock_timestamp() - interval '9 seconds'") == 1);

        // When
        wrong.set(false);

        // Then
        await().atMost(SOON).until(() -> waitsFor().isEmpty() && gauge() == 0);
        assertThat(due.count("bad", "failing_since is null")).isEqualTo(1);
    }

    @Test
    @DisplayName("Where all keys fail the service is not ready, until another replica has done them")
    void allKeysFail() {
        // Given
        worksOn(keys -> due.done(keys).chain(() -> failure("nothing works")));

        // When
        due.makeDue("one");
        due.makeDue("two");

        // Then
        await().atMost(SOON).until(() -> readiness.work().call().getStatus() == Status.DOWN);
        assertThat(waitsFor()).contains(failing).contains("nothing works; so have 1 more");

        // Then: each try computes a time in a transaction of its own before it fails, and yet this lasts
        await().atMost(SOON)
                .until(() -> due.count("one", "failing_since < clock_timestamp() - interval '9 seconds'") == 1);

        // When: again and again, because a try that began before would be postponed after it
        await().atMost(SOON).untilAsserted(() -> {
            due.commit(
                    new DueChange.At(failing, "one", "", Instant.now().plus(NEVER)),
                    new DueChange.Never(failing, "two"));

            // Then: both, and not only one of them while the other is tried
            assertThat(readiness.work().call().getStatus()).isEqualTo(Status.UP);
            assertThat(waitsFor()).isEmpty();
            assertThat(gauge()).isZero();
        });
    }

    private void worksOn(Function<List<String>, Uni<Void>> worker) {
        loop = new DueLoop(
                new DueSettings(failing, 1, PLACES, Duration.ofMillis(100), LEASE),
                transactions,
                vertx,
                signal,
                worker);
        loop.start();
    }

    private static Uni<Void> failure(String message) {
        return Uni.createFrom().failure(new IllegalStateException(message));
    }

    private String waitsFor() {
        return readiness.work().call().getData().orElseThrow().get("waitsFor").toString();
    }

    private double gauge() {
        return metrics.get("hawser_due_failing").tag("kind", failing).gauge().value();
    }
}
