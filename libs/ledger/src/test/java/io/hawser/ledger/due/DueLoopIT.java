package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.operator.WorkReadiness;
import io.hawser.ledger.tx.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
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
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
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

    @Inject
    @Readiness
    WorkReadiness readiness;

    private final String kind = "kind-" + UUID.randomUUID();
    private final String failing = "failing-" + kind;
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<UniEmitter<? super Void>> works = new CopyOnWriteArrayList<>();
    private DueLoop loop;

    @BeforeEach
    void start() {
        Metrics.addRegistry(metrics);
        loop = new DueLoop(
                new DueLoop.Settings(kind, 1, PLACES, NEVER, LEASE),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().emitter(works::add));
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.stop();
        works.forEach(work -> work.complete(null));
        Metrics.removeRegistry(metrics);
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
    @Tag("swarmkit-T129")
    @Tag("swarmkit-DB6")
    @DisplayName("A loop that is stopped, also twice, lets its work end and begins no other")
    void stopped() {
        // Given
        wake(kind);
        await().atMost(SOON).until(() -> works.size() == 1);
        loop.stop();
        loop.stop();

        // When
        makeDue(kind, "another");
        works.getFirst().complete(null);

        // Then
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> works.size() == 1);
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

    @Test
    @DisplayName("A key that fails is named with the reason while others get done, and no longer once it is done")
    void aKeyThatFailsIsNamed() {
        // Given
        AtomicBoolean wrong = new AtomicBoolean(true);
        worksOn(keys -> keys.contains("bad") && wrong.get() ? failure("bad is bad") : done(keys));

        // When
        makeDue(failing, "bad");
        await().atMost(SOON).until(() -> count("bad", "failing_since is not null") == 1);
        makeDue(failing, "good");

        // Then
        await().atMost(SOON).until(() -> waitsFor().contains(failing + " bad has failed"));
        assertThat(waitsFor()).contains("bad is bad").doesNotContain("more");
        assertThat(readiness.call().getStatus()).isEqualTo(Status.UP);
        assertThat(gauge()).isEqualTo(1);
        assertThat(count("good", "failing_since is null")).isEqualTo(1);
        assertThat(count("bad", "failing_since < clock_timestamp() - interval '9 seconds'"))
                .isEqualTo(1);

        // When
        wrong.set(false);

        // Then
        await().atMost(SOON).until(() -> waitsFor().isEmpty() && gauge() == 0);
        assertThat(count("bad", "failing_since is null")).isEqualTo(1);
    }

    @Test
    @DisplayName("Where all keys fail the service is not ready, until another replica has done them")
    void allKeysFail() {
        // Given
        worksOn(keys -> done(keys).chain(() -> failure("nothing works")));

        // When
        makeDue(failing, "one");
        makeDue(failing, "two");

        // Then
        await().atMost(SOON).until(() -> readiness.call().getStatus() == Status.DOWN);
        assertThat(waitsFor()).contains(failing).contains("nothing works; so have 1 more");

        // When: each try has computed a time in a transaction of its own, and yet this lasts
        assertThat(count("one", "failing_since < clock_timestamp() - interval '9 seconds'"))
                .isEqualTo(1);
        commit(new DueChange.At(failing, "one", "", Instant.now().plus(NEVER)));
        commit(new DueChange.Never(failing, "two"));

        // Then
        await().atMost(SOON).until(() -> readiness.call().getStatus() == Status.UP);
        assertThat(waitsFor()).isEmpty();
        assertThat(gauge()).isZero();
    }

    @Test
    @DisplayName("Replicas share what is due: not one key in a hundred is worked on by both")
    void replicasShare() {
        // Given
        int keys = 2_000;
        List<String> byOne = new CopyOnWriteArrayList<>();
        List<String> byOther = new CopyOnWriteArrayList<>();
        DueLoop one = replica(64, byOne);
        DueLoop other = replica(64, byOther);

        // When: each commit makes both look at once
        for (int i = 0; i < keys; i += 100) {
            makeDue(
                    failing,
                    IntStream.range(i, i + 100).mapToObj(k -> "key-" + k).toList());
        }
        await().atMost(SOON)
                .until(() -> dueOf(failing) == 0
                        && Set.copyOf(concat(byOne, byOther)).size() == keys);
        one.stop();
        other.stop();

        // Then
        assertThat(concat(byOne, byOther)).hasSizeBetween(keys, keys + keys / 100);
        assertThat(byOne).hasSizeGreaterThan(keys / 5);
        assertThat(byOther).hasSizeGreaterThan(keys / 5);
    }

    @Test
    @DisplayName("A replica that dies keeps its keys from the others for its lease, and no longer")
    void aDeadReplica() {
        // Given
        unheard("key");
        DueLoop dead = new DueLoop(
                new DueLoop.Settings(kind, 1, PLACES, Duration.ofMillis(50), Duration.ofMillis(800)),
                transactions,
                vertx,
                signal,
                keys -> Uni.createFrom().nothing());
        dead.start();
        await().atMost(SOON).until(() -> count(kind, "key", "leased is not null") == 1);
        dead.stop();
        Instant until = leasedUntil("key");

        // When
        AtomicReference<Instant> takenOver = new AtomicReference<>();
        DueLoop other = new DueLoop(
                new DueLoop.Settings(kind, 1, PLACES, Duration.ofMillis(50), LEASE),
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
    @DisplayName("A key about which nothing could be decided is taken up again with the next poll, "
            + "long before its lease would end")
    void nothingDecided() {
        // Given
        List<String> worked = new CopyOnWriteArrayList<>();
        DueLoop undecided = new DueLoop(
                new DueLoop.Settings(kind, 1, PLACES, Duration.ofMillis(50), NEVER),
                transactions,
                vertx,
                signal,
                keys -> {
                    worked.addAll(keys);
                    return Uni.createFrom().voidItem();
                });

        // When
        unheard("key");
        undecided.start();

        // Then
        await().atMost(SOON).until(() -> worked.size() > 2);
        undecided.stop();
    }

    /** Takes some time for each batch, so that both have a part in the work. */
    private DueLoop replica(int batch, List<String> worked) {
        DueLoop replica = new DueLoop(
                new DueLoop.Settings(failing, batch, PLACES, Duration.ofMillis(20), LEASE),
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
                            .chain(() -> done(keys));
                });
        replica.start();
        return replica;
    }

    private static List<String> concat(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private long dueOf(String ofKind) {
        return transactions
                .single(statements ->
                        statements.select("select count(*) from ledger_due where kind = $1 and due <= now()", ofKind))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private Instant leasedUntil(String key) {
        return transactions
                .single(statements ->
                        statements.select("select leased from ledger_due where kind = $1 and key = $2", kind, key))
                .map(rows -> ((OffsetDateTime) rows.getFirst()[0]).toInstant())
                .await()
                .atMost(SOON);
    }

    private void worksOn(Function<List<String>, Uni<Void>> worker) {
        loop.stop();
        loop = new DueLoop(
                new DueLoop.Settings(failing, 1, PLACES, Duration.ofMillis(100), LEASE),
                transactions,
                vertx,
                signal,
                worker);
        loop.start();
    }

    private static Uni<Void> failure(String message) {
        return Uni.createFrom().failure(new IllegalStateException(message));
    }

    private Uni<Void> done(List<String> keys) {
        return transactions.run(tx -> {
            keys.forEach(key -> tx.due(new DueChange.Never(failing, key)));
            return Uni.createFrom().voidItem();
        });
    }

    private String waitsFor() {
        return readiness.call().getData().orElseThrow().get("waitsFor").toString();
    }

    private double gauge() {
        return metrics.get("hawser_due_failing").tag("kind", failing).gauge().value();
    }

    private long count(String key, String where) {
        return count(failing, key, where);
    }

    private long count(String ofKind, String key, String where) {
        return transactions
                .single(statements -> statements.select(
                        "select count(*) from ledger_due where kind = $1 and key = $2 and " + where, ofKind, key))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    /** Due since long, and no loop of this process was woken. */
    private void unheard(String key) {
        transactions
                .run(tx -> tx.execute(
                        "insert into ledger_due (kind, key, queue, due, woken) values ($1, "
                                + "$2, '', now() - interval '1 hour', false)",
                        kind,
                        key))
                .await()
                .atMost(SOON);
    }

    private void wake(String ofKind) {
        makeDue(ofKind, "key");
    }

    private void makeDue(String ofKind, String key) {
        makeDue(ofKind, List.of(key));
    }

    private void makeDue(String ofKind, List<String> keys) {
        commit(keys.stream()
                .map(key -> new DueChange.Wake(ofKind, key, Instant.now()))
                .toArray(DueChange[]::new));
    }

    private void commit(DueChange... changes) {
        transactions
                .run(tx -> {
                    List.of(changes).forEach(tx::due);
                    return Uni.createFrom().voidItem();
                })
                .await()
                .atMost(SOON);
    }
}
