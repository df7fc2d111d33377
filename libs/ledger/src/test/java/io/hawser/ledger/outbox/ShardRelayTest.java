package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardRelayTest {
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
        OutboxSignal signal = new OutboxSignal();
        ShardRelay relay = new ShardRelay(
                0,
                lease,
                new ShardRelay.Parts(
                        null,
                        signal,
                        null,
                        null,
                        null,
                        new SetAside(0, "life", null),
                        null,
                        null,
                        null,
                        1,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofSeconds(5)));

        // When
        Thread thread = Thread.ofPlatform().start(relay);
        await().until(() -> taken.get() > 1);
        assertThat(relay.failure()).contains("a class that is not there");
        elsewhere.set(true);
        await().until(() -> relay.failure().isEmpty());
        relay.stop();

        // Then
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
}
