package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueQueues;
import io.hawser.ledger.due.PollPacing;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a loop takes up what is due. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class DueLoopIT {
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

    private final String kind = "kind-" + UUID.randomUUID();
    private final List<UniEmitter<? super Void>> works = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private DueOfKind due;
    private DueLoop loop;

    @BeforeEach
    void start() {
        Metrics.addRegistry(metrics);
        due = new DueOfKind(transactions, kind);
        loop = new DueLoop(
                new DueSettings(kind, 1, PLACES, NEVER, LEASE), transactions, vertx, signal, keys -> Uni.createFrom()
                        .emitter(works::add));
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.stop();
        works.forEach(work -> work.complete(null));
        Metrics.removeRegistry(metrics);
    }

    @Test
    @DisplayName("What becomes due with a commit is worked on immediately, not at the next poll")
    void takenUpAtOnce() {
        // When
        due.wake();

        // Then
        await().atMost(SOON).until(() -> works.size() == 1);
    }

    @Test
    @DisplayName("Woken while it is worked on, a key is taken up again when that work ends, not with the next poll")
    void wokenWhileItIsWorkedOn() {
        // Given
        due.wake();
        await().atMost(SOON).until(() -> works.size() == 1);

        // When
        due.wake();
        works.getFirst().complete(null);

        // Then
        await().atMost(SOON).until(() -> works.size() == 2);
    }

    @Test
    @DisplayName("A commit that changes what is due of another kind makes nobody look who is not concerned")
    void anotherKind() {
        // Given
        due.wake();
        await().atMost(SOON).until(() -> works.size() == 1);
        // A look that finds as many as it may is followed by another: it would find a key whose work has ended.
        await().atMost(SOON).until(() -> looks() >= 2);
        works.getFirst().complete(null);

        // When
        new DueOfKind(transactions, "another-" + kind).wake();

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> works.size() == 1);
    }

    @Test
    @DisplayName("A commit that only puts something off makes nobody look")
    void putOff() {
        // Given
        due.unheard("unheard");

        // When
        due.commit(new DueChange.At(kind, "key", "", Instant.now().plus(NEVER)));

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(works::isEmpty);
    }

    @Test
    @Tag("swarmkit-T129")
    @Tag("swarmkit-DB6")
    @DisplayName("A loop that is stopped, also twice, lets its work end and begins no other")
    void stopped() {
        // Given
        due.wake();
        await().atMost(SOON).until(() -> works.size() == 1);
        loop.stop();
        loop.stop();

        // When
        due.makeDue("another");
        works.getFirst().complete(null);

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> works.size() == 1);
    }

    @Test
    @DisplayName("A look that is under way when its loop is stopped begins no work, and leaves what it found to others")
    void stoppedDuringALook() {
        // Given
        AtomicBoolean found = new AtomicBoolean();
        DueQueues queues = new DueQueues() {
            @Override
            public int permits() {
                return 1;
            }

            @Override
            public Map<String, Integer> taken() {
                return Map.of();
            }

            @Override
            public void looked(List<String> queues, boolean all) {
                loop.stop();
                found.set(true);
            }
        };
        loop.stop();
        loop = new DueLoop(
                new DueSettings(kind, 1, PLACES, NEVER, NEVER, queues),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().emitter(works::add));
        loop.start();

        // When
        due.wake();

        // Then
        await().atMost(SOON).untilTrue(found);
        await().atMost(SOON).until(() -> due.count("key", "leased is null and due <= now()") == 1);
        assertThat(works).isEmpty();
    }

    @Test
    @DisplayName("What is left when all places are taken is taken up when one is free, not with the next poll")
    void goesOnWithTheRest() {
        // Given
        IntStream.range(0, PLACES + 1).mapToObj(i -> "unheard-" + i).forEach(due::unheard);
        due.wake();
        await().atMost(SOON).until(() -> works.size() == PLACES);

        // When
        works.getFirst().complete(null);

        // Then
        await().atMost(SOON).until(() -> works.size() == PLACES + 1);
    }

    @Test
    @DisplayName("A key about which nothing could be decided is taken up again with the next poll, "
            + "long before its lease would end")
    void nothingDecided() {
        // Given
        List<String> worked = new CopyOnWriteArrayList<>();
        DueLoop undecided = new DueLoop(
                new DueSettings(kind, 1, PLACES, Duration.ofMillis(50), NEVER), transactions, vertx, signal, keys -> {
                    worked.addAll(keys);
                    return Uni.createFrom().voidItem();
                });

        // When
        due.unheard("key");
        undecided.start();

        // Then
        await().atMost(SOON).until(() -> worked.size() > 2);
        undecided.stop();
    }

    @Test
    @DisplayName("An idle loop takes up what another replica made due")
    void idle() {
        // Given
        DueLoop idle = new DueLoop(
                new DueSettings(kind, 1, PLACES, Duration.ofMillis(20), LEASE),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().emitter(works::add));
        idle.start();
        await().atMost(SOON).until(() -> looks() > PollPacing.IDLE_AFTER);

        // When
        due.unheard("key");

        // Then
        await().atMost(SOON).until(() -> works.size() == 1);
        idle.stop();
    }

    @Test
    @DisplayName("A kind has due keys if one is due in any queue, and no replica works on that one")
    void dueKinds() {
        // Given
        DueOfKind queued = new DueOfKind(transactions, kind + "-queued");
        DueOfKind leased = new DueOfKind(transactions, kind + "-leased");
        DueOfKind later = new DueOfKind(transactions, kind + "-later");
        Instant now = Instant.now();
        queued.commit(
                new DueChange.Never(queued.kind(), "settled"),
                new DueChange.At(queued.kind(), "waits", "full", now.plus(LEASE)),
                new DueChange.At(queued.kind(), "due", "of-a-plugin", now.minusSeconds(1)));
        leased.leasedUntil("key", now.plus(LEASE.dividedBy(2)));
        later.commit(new DueChange.At(later.kind(), "key", "", now.plus(LEASE)));

        // When
        Set<String> found = transactions
                .single(statements -> DueLeases.dueKinds(
                        statements, List.of(queued.kind(), leased.kind(), later.kind(), kind), LEASE))
                .await()
                .atMost(SOON);

        // Then
        assertThat(found).containsExactly(queued.kind());
    }

    private long looks() {
        return metrics.get("hawser_due_look").tag("kind", kind).timer().count();
    }
}
