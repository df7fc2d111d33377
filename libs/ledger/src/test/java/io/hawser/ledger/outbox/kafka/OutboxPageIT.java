package io.hawser.ledger.outbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Event;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class OutboxPageIT {
    private static final String KEY = "k" + UUID.randomUUID();

    @Inject
    Transactions transactions;

    @Inject
    RecordEncoder encoder;

    @Inject
    DatabaseLife life;

    @Test
    @DisplayName("A page of the outbox ends where its rows are large, and the pages hold every row once, in order")
    void aPageIsBoundedInBytes() {
        // Given
        List<OutgoingRecord> ten = IntStream.range(0, 10)
                .mapToObj(i -> record(i, "x".repeat(990_000)))
                .toList();

        // When
        List<OutboxRows.Row> first = page(ten, 0);
        List<OutboxRows.Row> second = page(ten, 5);
        List<OutboxRows.Row> last = page(ten, 9);

        // Then
        assertThat(first).extracting(OutboxPageIT::id).containsExactly("0", "1", "2", "3", "4");
        assertThat(second).extracting(OutboxPageIT::id).containsExactly("5", "6", "7", "8", "9");
        assertThat(last).extracting(OutboxPageIT::id).containsExactly("9");
    }

    @Test
    @DisplayName("Small rows, and a tombstone among them, come as many as are asked for")
    void smallRowsAreBoundedInNumber() {
        // Given
        List<OutgoingRecord> rows =
                List.of(record(0, ""), encoder.tombstone(HawserTopic.VOLUMES, KEY), record(2, ""), record(3, ""));

        // When
        List<OutboxRows.Row> page = page(rows, 0);

        // Then
        assertThat(page).hasSize(4);
    }

    @Test
    @DisplayName("Rows to compare come without headers and values, so large ones are as many as are asked for")
    void rowsToCompare() {
        // Given
        List<OutgoingRecord> ten = IntStream.range(0, 10)
                .mapToObj(i -> record(i, "x".repeat(990_000)))
                .toList();

        // When
        List<OutboxRows.Row> all = takenBack(ten, this::toCompare);

        // Then
        assertThat(all).hasSize(9);
        assertThat(all)
                .allSatisfy(row -> assertThat(row.drawn()).isNotNull())
                .allSatisfy(row -> assertThat(row.record().headers()).isEmpty())
                .allSatisfy(row -> assertThat(row.record().value()).isEmpty());
    }

    /** Those after the first. */
    private Uni<List<OutboxRows.Row>> toCompare(LedgerTransaction tx) {
        return tx.statements()
                .select("select min(id) from ledger_outbox where key = $1", KEY)
                .chain(first -> OutboxRows.emptyAfter(
                        tx.statements(), Shards.of(topic(), KEY), (Long) first.getFirst()[0], 20, life))
                .map(OutboxPageIT::ours);
    }

    private List<OutboxRows.Row> page(List<OutgoingRecord> records, int sent) {
        return takenBack(records, tx -> behind(tx, sent));
    }

    /** In a transaction that is taken back: no relay sees the rows. */
    private List<OutboxRows.Row> takenBack(
            List<OutgoingRecord> records, Function<LedgerTransaction, Uni<List<OutboxRows.Row>>> look) {
        AtomicReference<List<OutboxRows.Row>> seen = new AtomicReference<>();
        transactions
                .run(tx -> OutboxRows.insert(tx.statements(), records)
                        .chain(() -> look.apply(tx))
                        .invoke(seen::set)
                        .chain(() -> Uni.createFrom().<Void>failure(new IllegalStateException("taken back"))))
                // So many bytes may take longer than a transaction may.
                .onFailure(failure -> !(failure instanceof IllegalStateException))
                .retry()
                .atMost(5)
                .onFailure(IllegalStateException.class)
                .recoverWithNull()
                .await()
                .atMost(Duration.ofSeconds(60));
        return seen.get();
    }

    /** The rows of this test, without the first ones, as they are when those are sent. */
    private Uni<List<OutboxRows.Row>> behind(LedgerTransaction tx, int sent) {
        return tx.statements()
                .update("""
                        delete from ledger_outbox where id in
                          (select id from ledger_outbox where key = $1 order by id limit $2)
                        """, KEY, sent)
                .chain(() -> OutboxRows.oldest(tx.statements(), Shards.of(topic(), KEY), 8, life))
                .map(OutboxPageIT::ours);
    }

    private static List<OutboxRows.Row> ours(List<OutboxRows.Row> rows) {
        return rows.stream().filter(row -> row.record().key().equals(KEY)).toList();
    }

    private OutgoingRecord record(int id, String message) {
        return encoder.encode(
                HawserTopic.VOLUMES,
                KEY,
                Integer.toString(id),
                Event.newBuilder().setMessage(message).build(),
                Instant.EPOCH);
    }

    private String topic() {
        return encoder.names().of(HawserTopic.VOLUMES);
    }

    private static String id(OutboxRows.Row row) {
        return row.record().headers().get("ce_id");
    }
}
