package io.hawser.ledger.outbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.outbox.Drawn;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A relay that was stopped until its lease ended, and wakes while another one has its shard. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class SetAsideIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String TOPIC = "set-aside-test";
    /** No relay of the service drains it. */
    private static final int SHARD = 7;

    private static final int ASIDE = -8;

    @Inject
    Transactions transactions;

    @Inject
    TopicWatch watch;

    private SetAside late;

    @BeforeEach
    void lateOwner() {
        execute("insert into ledger_shard (shard) values (" + SHARD + ")");
        row(ASIDE);
        late = owner("late");
        late.begin();
        assertThat(late.topics()).containsExactly(TOPIC);
    }

    @AfterEach
    void clean() {
        execute("delete from ledger_outbox where topic = '" + TOPIC + "'");
        execute("delete from ledger_shard where shard = " + SHARD);
    }

    @Test
    @DisplayName("A lease that ends later than any lease can is taken: the database's clock went back since")
    void aLeaseFromAClockThatWasAhead() {
        // Given
        Duration length = Duration.ofHours(1);
        ShardLease lease = new ShardLease(transactions, SHARD, "r-2", "r-2", length);
        execute("update ledger_shard set owner = 'r-1', incarnation = 'r-1',"
                + " until = clock_timestamp() + interval '59 minutes' where shard = " + SHARD);

        // When
        boolean present = lease.take().await().atMost(SOON);
        execute("update ledger_shard set until = clock_timestamp() + interval '2 hours' where shard = " + SHARD);
        boolean ahead = lease.take().await().atMost(SOON);

        // Then
        assertThat(present).isFalse();
        assertThat(ahead).isTrue();
    }

    @Test
    @DisplayName("A relay that has lost its shard sets no row aside: the new owner would not bring it back")
    void aLateRelaySetsNothingAside() {
        // Given
        SetAside now = owner("now");
        now.begin();
        assertThat(now.bringsBack(() -> true)).isTrue();
        assertThat(now.topics()).isEmpty();

        // When
        late.takes(rowOfTopic());

        // Then
        assertThat(rows(SHARD)).isEqualTo(1);
        assertThat(rows(ASIDE)).isZero();
    }

    @Test
    @DisplayName("A relay that has lost its shard brings no row back: the new owner would take the rest for none")
    void aLateRelayBringsNothingBack() {
        // Given
        owner("now").begin();

        // When
        late.bringsBack(() -> true);

        // Then
        assertThat(rows(ASIDE)).isEqualTo(1);
    }

    @Test
    @DisplayName("More rows of a missing topic than one statement may take are set aside in parts, oldest first")
    void manyRows() {
        // Given
        int many = 5_001;
        SetAside now = owner("now");
        now.begin();
        execute("insert into ledger_outbox (shard, topic, key, headers) select " + SHARD + ", '" + TOPIC
                + "', 'k', '{}' from generate_series(1, " + many + ")");
        long last = first("max(id)");

        // When
        boolean some = now.takes(rowOfTopic());

        // Then
        assertThat(some).isTrue();
        assertThat(rows(SHARD)).isEqualTo(1);
        assertThat(first("min(id) filter (where shard = " + SHARD + ")")).isEqualTo(last);

        // When
        now.takes(rowOfTopic());

        // Then
        assertThat(rows(SHARD)).isZero();
        assertThat(rows(ASIDE)).isEqualTo(many + 1);
    }

    private static List<OutboxRows.Row> rowOfTopic() {
        return List.of(new OutboxRows.Row(
                1, new Drawn(1, 0), new OutgoingRecord(TOPIC, "k", Optional.empty(), Map.of(), Optional.empty())));
    }

    private long first(String expression) {
        return transactions
                .single(statements ->
                        statements.select("select " + expression + " from ledger_outbox where topic = $1", TOPIC))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    /** Its lease ends immediately, so the next one can take the shard. */
    private SetAside owner(String incarnation) {
        ShardLease lease = new ShardLease(transactions, SHARD, incarnation, incarnation, Duration.ZERO);
        assertThat(lease.take().await().atMost(SOON)).isTrue();
        return new SetAside(
                SHARD,
                incarnation,
                new SetAside.Parts(
                        watch, transactions, TopicNames.DEFAULT, new SimpleMeterRegistry(), Duration.ofDays(7), SOON));
    }

    private void row(int shard) {
        execute("insert into ledger_outbox (shard, topic, key, headers) values (" + shard + ", '" + TOPIC
                + "', 'k', '{}')");
    }

    private void execute(String sql) {
        transactions.run(tx -> tx.execute(sql)).await().atMost(SOON);
    }

    private long rows(int shard) {
        return transactions
                .single(statements -> statements.select(
                        "select count(*) from ledger_outbox where shard = $1 and topic = $2", (short) shard, TOPIC))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }
}
