package io.hawser.ledger.outbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardRelayTest {
    private static final Duration RENEW = Duration.ofMillis(20);

    @Test
    @DisplayName("A relay that meets an Error starts over, as it does after any failure, and can say why until another"
            + " process has the shard")
    void goesOnAfterAnError() throws InterruptedException {
        // Given
        AtomicInteger taken = new AtomicInteger();
        AtomicBoolean elsewhere = new AtomicBoolean();
        ShardLease lease = new ShardLease(null, 0, "owner", "life", Duration.ofSeconds(1)) {
            @Override
            Uni<Boolean> take() {
                taken.incrementAndGet();
                if (!elsewhere.get()) {
                    throw new NoClassDefFoundError("a class that is not there");
                }
                return Uni.createFrom().item(false);
            }
        };
        ShardRelay relay = new ShardRelay(0, lease, parts(() -> {
            throw new IllegalStateException("the shard is not its own");
        }));

        // When
        Thread thread = Thread.ofPlatform().start(relay);
        await().until(() -> taken.get() > 1);
        assertThat(relay.failure()).contains("a class that is not there");
        elsewhere.set(true);
        await().until(() -> relay.failure().isEmpty());
        relay.stop();

        // Then
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    @DisplayName(
            "A relay whose broker does not answer says so: it does not wait for the answer when it closes its producer")
    void closesItsProducerInTime() throws InterruptedException {
        // Given
        Producer<byte[], byte[]> silent = new MockProducer<>() {
            @Override
            public void initTransactions() {
                throw new NoClassDefFoundError("no answer");
            }

            @Override
            public void close() {
                close(Duration.ofMillis(Long.MAX_VALUE));
            }

            @Override
            public void close(Duration longest) {
                LockSupport.parkNanos(longest.compareTo(Duration.ofDays(1)) < 0 ? 0 : Long.MAX_VALUE);
            }
        };
        ShardLease lease = new ShardLease(null, 0, "owner", "life", Duration.ofSeconds(1)) {
            @Override
            Uni<Boolean> take() {
                return Uni.createFrom().item(true);
            }
        };
        ShardRelay relay = new ShardRelay(0, lease, parts(() -> silent));

        // When
        Thread thread = Thread.ofPlatform().daemon().start(relay);

        // Then
        await().until(() -> relay.failure().equals(Optional.of("no answer")));
        relay.stop();
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "A relay whose gate stays shut leaves the shard to other replicas, although each of its tries may fail,"
                    + " and takes it again when the gate is open")
    void leavesTheShardWhileItsGateIsShut(boolean fails) throws InterruptedException {
        // Given
        AtomicBoolean open = new AtomicBoolean();
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger released = new AtomicInteger();
        AtomicInteger askedSinceTaken = new AtomicInteger();
        ShardLease lease = new ShardLease(null, 0, "owner", "life", Duration.ofSeconds(1)) {
            @Override
            Uni<Boolean> take() {
                taken.incrementAndGet();
                askedSinceTaken.set(0);
                return Uni.createFrom().item(!open.get());
            }

            @Override
            Uni<Void> release() {
                released.incrementAndGet();
                return Uni.createFrom().voidItem();
            }
        };
        Supplier<Producer<byte[], byte[]>> slow = () -> new MockProducer<>() {
            @Override
            public void initTransactions() {
                if (fails) {
                    throw new NoClassDefFoundError("a failure");
                }
                LockSupport.parkNanos(RENEW.multipliedBy(4).toNanos());
            }
        };
        ShardRelay relay = new ShardRelay(
                0,
                lease,
                parts(
                        slow,
                        () -> {
                            askedSinceTaken.incrementAndGet();
                            // Shut once it has the shard, however late its thread begins.
                            return open.get() || taken.get() == 0;
                        },
                        RENEW));

        // When
        Thread thread = Thread.ofPlatform().daemon().start(relay);
        await().until(() -> askedSinceTaken.get() > 3);
        int before = taken.get();

        // Then
        assertThat(before).isPositive();
        assertThat(released).hasValue(fails ? 0 : 1);

        // When
        open.set(true);

        // Then
        await().until(() -> taken.get() > before);
        relay.stop();
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    @DisplayName("A relay whose tries all fail fast lets its lease end, so that another replica can take the shard")
    void leavesTheShardWhileItFails() throws InterruptedException {
        // Given
        Duration renew = Duration.ofMillis(400);
        AtomicInteger taken = new AtomicInteger();
        AtomicLong until = new AtomicLong(Long.MAX_VALUE);
        ShardLease lease = new ShardLease(null, 0, "owner", "life", renew.multipliedBy(3)) {
            @Override
            Uni<Boolean> take() {
                taken.incrementAndGet();
                until.set(System.nanoTime() + renew.multipliedBy(3).toNanos());
                return Uni.createFrom().item(true);
            }
        };
        Supplier<Producer<byte[], byte[]>> broken = () -> {
            throw new NoClassDefFoundError("a failure");
        };
        ShardRelay relay = new ShardRelay(0, lease, parts(broken, () -> true, renew));

        // When
        Thread thread = Thread.ofPlatform().daemon().start(relay);

        // Then
        await().until(() -> System.nanoTime() > until.get());
        int before = taken.get();
        await().until(() -> taken.get() > before);
        relay.stop();
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    private static ShardRelay.Parts parts(Supplier<Producer<byte[], byte[]>> producers) {
        return parts(producers, () -> true, Duration.ZERO);
    }

    private static ShardRelay.Parts parts(
            Supplier<Producer<byte[], byte[]>> producers, BooleanSupplier open, Duration renew) {
        return new ShardRelay.Parts(
                null,
                new OutboxSignal(),
                null,
                null,
                null,
                new SetAside(0, "life", null) {
                    @Override
                    void begin() {}
                },
                null,
                null,
                null,
                producers,
                1,
                Duration.ZERO,
                Duration.ZERO,
                renew,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                open);
    }
}
