package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where the reading goes on, by what is stored and by what this process has read. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class StoredPositionIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    LedgerConfig config;

    @Inject
    Transactions transactions;

    private final TopicPartition partition = new TopicPartition("log-" + UUID.randomUUID(), 0);
    private final LogPartition log = new LogPartition(UUID.randomUUID().toString(), partition.topic(), 0);
    private final Cursors cursors = new Cursors();
    private final DatabaseLife life = new DatabaseLife();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private Runnable beforeTheSeek = () -> {};

    @BeforeEach
    void assigned() {
        consumer.assign(List.of(partition));
        consumer.updateBeginningOffsets(Map.of(partition, 0L));
        consumer.seek(partition, 0);
    }

    @Test
    @DisplayName("Reading goes on at the stored position, which another replica may have moved")
    void goesOn() {
        // Given
        store(7);
        read(3);

        // When
        follow();

        // Then
        assertThat(consumer.position(partition)).isEqualTo(7);
        assertThat(cursors.of(partition)).contains(new Cursors.Cursor(log, 7));
        assertThat(life.number()).isEqualTo(1);
    }

    @Test
    @DisplayName("A stored position before what was read tells that the database went back")
    void wentBack() {
        // Given
        store(7);
        read(9);

        // When
        follow();

        // Then
        assertThat(life.number()).isEqualTo(2);
        assertThat(consumer.position(partition)).isZero();
    }

    @Test
    @DisplayName("What a next assignment read while the position was loaded tells nothing, and is not read again")
    void assignedAgainMeanwhile() {
        // Given
        store(7);
        read(7);
        beforeTheSeek = () -> read(9);

        // When
        follow();

        // Then
        assertThat(life.number()).isEqualTo(1);
        assertThat(consumer.position(partition)).isZero();
        assertThat(cursors.of(partition)).contains(new Cursors.Cursor(log, 9));
    }

    private void store(long next) {
        transactions
                .single(statements -> PositionRows.create(statements, config.service(), log, next))
                .await()
                .atMost(SOON);
    }

    private void read(long next) {
        cursors.set(partition, log, next);
    }

    private void follow() {
        new StoredPosition(config, cursors, transactions, life, clients())
                .follow(partition, log)
                .await()
                .atMost(SOON);
    }

    /** Runs what is for the polling thread, with the consumer of this test. */
    private KafkaClientService clients() {
        var reactive = (io.smallrye.reactive.messaging.kafka.KafkaConsumer<?, ?>)
                proxy(io.smallrye.reactive.messaging.kafka.KafkaConsumer.class, action -> {
                    beforeTheSeek.run();
                    run(action);
                    return Uni.createFrom().voidItem();
                });
        return (KafkaClientService) proxy(KafkaClientService.class, channel -> reactive);
    }

    @SuppressWarnings("unchecked")
    private void run(Object action) {
        ((Consumer<Object>) action).accept(consumer);
    }

    private static Object proxy(Class<?> type, UnaryOperator<Object> answer) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer.apply(arguments[0]));
    }
}
