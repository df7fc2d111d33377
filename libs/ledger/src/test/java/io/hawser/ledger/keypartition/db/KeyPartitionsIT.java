package io.hawser.ledger.keypartition.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Task;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two replicas store keys of one topic at the same time. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class KeyPartitionsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @Inject
    KeyPartitions partitions;

    @Inject
    TopicNames names;

    @Inject
    DataSource database;

    private final String topicId = UUID.randomUUID().toString();

    @Test
    @DisplayName("A key that ends and comes back by another partition keeps its tombstone, although another replica is"
            + " first with a second key of the batch")
    void anotherReplicaIsFirst() throws Exception {
        // Given
        List<Decoded> records = List.of(gone("k", 0, 7), task("k", 1, 3), task("j", 2, 4));
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("insert into ledger_key_partition (topic_id, key, partition) values ('%s', 'k', 0)"
                    .formatted(topicId));
            other.setAutoCommit(false);
            statement.execute("insert into ledger_key_partition (topic_id, key, partition) values ('%s', 'j', 5)"
                    .formatted(topicId));

            // When
            CompletableFuture<List<Decoded>> judged = transactions
                    .run(tx -> partitions.judge(tx, records))
                    // Given up where the lock is held for longer than a transaction may take.
                    .onFailure(DatabaseFailures::isTransient)
                    .retry()
                    .indefinitely()
                    .subscribeAsCompletionStage();
            await().atMost(SOON).until(this::someoneWaits);
            other.commit();

            // Then
            assertThat(judged.get()).hasSize(3);
            assertThat(judged.get().subList(0, 2)).isEqualTo(records.subList(0, 2));
            assertThat(judged.get().getLast()).isInstanceOf(Decoded.Invalid.class);
        }
    }

    private boolean someoneWaits() throws SQLException {
        try (Connection look = database.getConnection();
                Statement statement = look.createStatement();
                var found = statement.executeQuery("""
                        select count(*) from pg_stat_activity
                        where wait_event_type = 'Lock' and query like '%insert into ledger_key_partition%'
                        """)) {
            found.next();
            return found.getInt(1) > 0;
        }
    }

    private Decoded task(String key, int partition, long offset) {
        return new Decoded.Known(origin(partition, offset), key, "e", "hawser.v1.Task", Task.getDefaultInstance());
    }

    private Decoded gone(String key, int partition, long offset) {
        return new Decoded.Tombstone(origin(partition, offset), key);
    }

    private Origin origin(int partition, long offset) {
        return new Origin(names.of(HawserTopic.TASKS), topicId, partition, offset);
    }
}
