package io.hawser.volume.sweep.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.volume.id.PluginName;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class SweepRowsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Instant OVER = Instant.parse("2026-01-01T00:00:00.123456789Z");

    @Inject
    Transactions transactions;

    private final PluginName plugin = new PluginName("p" + UUID.randomUUID());

    @Test
    @DisplayName("The right to list that was returned is free")
    void isReturned() {
        // Given
        Instant until = Instant.now().plus(Duration.ofHours(1));
        boolean taken = isTaken(until);
        boolean beside = isTaken(until.plusSeconds(1));

        // When
        boolean released = isReleased(until);

        // Then
        assertThat(taken).isTrue();
        assertThat(beside).isFalse();
        assertThat(released).isTrue();
        assertThat(isTaken(until.plusSeconds(1))).isTrue();
    }

    @Test
    @DisplayName("A process whose time to list is over does not return the right of the one that has it since")
    void isAnothers() {
        // Given
        Instant until = Instant.now().plus(Duration.ofHours(1));
        boolean first = isTaken(OVER);
        boolean second = isTaken(until);

        // When
        boolean released = isReleased(OVER);

        // Then
        assertThat(first).isTrue();
        assertThat(second).isTrue();
        assertThat(released).isFalse();
        assertThat(isTaken(until.plusSeconds(1))).isFalse();
    }

    private boolean isTaken(Instant until) {
        return stored(tx -> SweepRows.take(tx, plugin, until));
    }

    private boolean isReleased(Instant until) {
        return stored(tx -> SweepRows.release(tx, plugin, until, OVER));
    }

    private boolean stored(Function<LedgerTransaction, Uni<Boolean>> change) {
        return transactions.run(change).await().atMost(SOON);
    }
}
