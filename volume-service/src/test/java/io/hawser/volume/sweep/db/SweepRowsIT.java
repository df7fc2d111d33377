package io.hawser.volume.sweep.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
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

    @Test
    @DisplayName("A sweep judges a registered volume once its plugin has confirmed it")
    void aRegisteredVolume() {
        // Given
        VolumeName pending = new VolumeName("pending");
        VolumeName confirmed = new VolumeName("confirmed");
        Provision registered = Provision.registered(new Provision.Info("id", 0, Map.of(), List.of()));

        // When
        Map<VolumeName, Boolean> certain = seen(tx -> {
            tx.add(row(pending, registered));
            tx.add(row(confirmed, registered.createdAs(registered.info())));
            return tx.flush()
                    .chain(() -> SweepRows.locked(tx, List.of(pending, confirmed)))
                    .map(volumes -> Map.of(
                            pending,
                            Objects.requireNonNull(volumes.get(pending)).certain(),
                            confirmed,
                            Objects.requireNonNull(volumes.get(confirmed)).certain()));
        });

        // Then
        assertThat(certain).isEqualTo(Map.of(pending, false, confirmed, true));
    }

    private VolumeRow row(VolumeName name, Provision provision) {
        VolumeRow row = new VolumeRow();
        row.createCommand = "create";
        VolumeSpec spec = VolumeSpec.newBuilder().setPlugin(plugin.value()).build();
        VolumeMapping.write(Volume.accepted(name, "uid", spec).with(provision), row);
        return row;
    }

    /** Nothing of it is stored: the running service would sweep these volumes. */
    private <T> T seen(Function<LedgerTransaction, Uni<T>> look) {
        AtomicReference<T> seen = new AtomicReference<>();
        assertThatThrownBy(() -> transactions
                        .run(tx -> look.apply(tx).invoke(seen::set).chain(() -> Uni.createFrom()
                                .failure(new NotStoredException())))
                        .await()
                        .atMost(SOON))
                .isInstanceOf(NotStoredException.class);
        return Objects.requireNonNull(seen.get());
    }

    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
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
