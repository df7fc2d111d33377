package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class EachByItselfIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration PAUSE = Duration.ofHours(1);

    @Inject
    Transactions transactions;

    @Inject
    DueSignal signal;

    @Inject
    Vertx vertx;

    private final String kind = "each-" + UUID.randomUUID();
    private final List<List<String>> reads = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> works = new ConcurrentHashMap<>();
    private DueLoop loop;

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    @DisplayName("The keys of one look are read together, and one that hangs delays no other")
    void oneHangs() {
        // Given
        due("hangs", "one", "other");

        // When
        worksOn(key -> key.equals("hangs") ? Uni.createFrom().nothing() : loop.putOff(key, Duration.ofMillis(1)));

        // Then
        await().atMost(SOON).until(() -> works("one") > 2 && works("other") > 2);
        assertThat(reads.getFirst()).containsExactlyInAnyOrder("hangs", "one", "other");
        assertThat(works("hangs")).isEqualTo(1);
    }

    @Test
    @DisplayName("A key that is put off has no lease, and is due after its pause")
    void putOff() {
        // Given
        due("key");

        // When
        List<Boolean> answers = worksOn(key -> loop.putOff(key, PAUSE));

        // Then
        await().atMost(SOON).until(() -> answers.equals(List.of(true)));
        assertThat(count("leased is null and due between now() + interval '59 minutes' and now() + interval '1 hour'"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("A key that is woken while it is worked on cannot be put off: the wake-up would be lost")
    void wokenMeanwhile() {
        // Given
        due("key");

        // When
        List<Boolean> answers = worksOn(
                key -> commit(new DueChange.Wake(kind, key, Instant.now())).chain(() -> loop.putOff(key, PAUSE)));

        // Then
        await().atMost(SOON).until(() -> !answers.isEmpty());
        assertThat(answers.getFirst()).isFalse();
        assertThat(count("due <= now()")).isEqualTo(1);
    }

    @Test
    @DisplayName("A key that another process has decided meanwhile cannot be put off: its time stands")
    void decidedElsewhere() {
        // Given
        due("key");

        // When
        List<Boolean> answers = worksOn(key -> transactions
                .run(tx -> tx.execute(
                        "update ledger_due set leased = null, due = now() + interval '1 day' where kind = $1", kind))
                .chain(() -> loop.putOff(key, PAUSE)));

        // Then
        await().atMost(SOON).until(() -> answers.equals(List.of(false)));
        assertThat(count("due > now() + interval '23 hours'")).isEqualTo(1);
    }

    @Test
    @DisplayName("Where the keys cannot be read, each is postponed as failed")
    void cannotBeRead() {
        // Given
        due("one", "other");

        // When
        start(keys -> Uni.createFrom().failure(new IllegalStateException("nothing can be read")));

        // Then
        await().atMost(SOON).until(() -> count("failing_since is not null") == 2);
    }

    private List<Boolean> worksOn(Function<String, Uni<Boolean>> work) {
        List<Boolean> answers = new CopyOnWriteArrayList<>();
        start(keys -> {
            reads.add(List.copyOf(keys));
            return Uni.createFrom().item(key -> {
                works.merge(key, 1, Integer::sum);
                return work.apply(key).invoke(answers::add).replaceWithVoid();
            });
        });
        return answers;
    }

    private void start(Function<List<String>, Uni<Function<String, Uni<Void>>>> reader) {
        loop = DueLoop.each(
                new DueSettings(kind, 64, 64, Duration.ofMillis(20), NEVER), transactions, vertx, signal, reader);
        loop.start();
    }

    private int works(String key) {
        return works.getOrDefault(key, 0);
    }

    private long count(String where) {
        return transactions
                .single(statements ->
                        statements.select("select count(*) from ledger_due where kind = $1 and " + where, kind))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private void due(String... keys) {
        transactions
                .run(tx -> tx.execute(
                        "insert into ledger_due (kind, key, queue, due, woken)"
                                + " select $1, key, '', now() - interval '1 hour', false from unnest($2::text[]) key",
                        kind,
                        keys))
                .await()
                .atMost(SOON);
    }

    private Uni<Void> commit(DueChange change) {
        return transactions.run(tx -> {
            tx.due(change);
            return Uni.createFrom().voidItem();
        });
    }
}
