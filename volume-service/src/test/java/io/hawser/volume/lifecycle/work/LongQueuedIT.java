package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class LongQueuedIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int QUEUED = 450;
    /** Before anything that waits in this database. */
    private static final Instant SINCE = Instant.parse("2000-01-01T00:00:00Z");

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("Of volumes that one decision queued, each is found once, however many there are")
    void queuedAtTheSameTime() {
        // Given
        List<String> found = new ArrayList<>();

        // When
        assertThatThrownBy(() -> transactions
                        .run(tx -> {
                            found.clear();
                            for (int i = 0; i < QUEUED; i++) {
                                tx.add(queued(new VolumeName("queued-" + i)));
                            }
                            return tx.flush().chain(() -> all(tx, found));
                        })
                        .await()
                        .atMost(SOON))
                .isInstanceOf(NotStoredException.class);

        // Then
        assertThat(found).hasSize(QUEUED).doesNotHaveDuplicates();
    }

    private static VolumeRow queued(VolumeName name) {
        VolumeRow row = new VolumeRow();
        row.createCommand = "create";
        row.lookAt = SINCE;
        VolumeMapping.write(Volume.accepted(name, "uid", VolumeSpec.getDefaultInstance()), row);
        return row;
    }

    /** Nothing of it is stored: the running service would look for these volumes. */
    private static Uni<Void> all(LedgerTransaction tx, List<String> found) {
        return LongQueued.next(tx, SINCE).chain(volumes -> {
            if (volumes.isEmpty()) {
                return Uni.createFrom().failure(new NotStoredException());
            }
            found.addAll(volumes);
            return all(tx, found);
        });
    }

    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
