package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.catchup.Barrier;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class RemovalBarriersIT {
    private static final VolumeName CREATED_AGAIN = new VolumeName("created-again");
    private static final VolumeName OTHER = new VolumeName("other");
    private static final Barrier BARRIER = Barrier.parse("");

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("A barrier that is noted late, for a volume that is deleted, is none for a later volume of its name")
    void aLaterVolumeOfTheName() {
        // Given
        List<String> noted = new ArrayList<>();

        // When
        assertThatThrownBy(() -> transactions
                        .run(tx -> {
                            tx.add(leaving(CREATED_AGAIN, "second"));
                            tx.add(leaving(OTHER, "uid"));
                            return tx.flush()
                                    .chain(() -> RemovalBarriers.noted(
                                            tx, Map.of(CREATED_AGAIN, "first", OTHER, "uid"), BARRIER, false))
                                    .invoke(barriers -> noted.addAll(barriers.keySet()))
                                    .chain(() -> Uni.createFrom().failure(new NotStoredException()));
                        })
                        .await()
                        .atMost(Duration.ofSeconds(60)))
                .isInstanceOf(NotStoredException.class);

        // Then
        assertThat(noted).containsExactly(OTHER.value());
    }

    private static VolumeRow leaving(VolumeName name, String uid) {
        VolumeRow row = new VolumeRow();
        row.createCommand = "create";
        VolumeMapping.write(
                Volume.accepted(name, uid, VolumeSpec.getDefaultInstance())
                        .removing(new Volume.Removal(false, "remove", Optional.empty())),
                row);
        return row;
    }

    /** Nothing of it is stored: the running service would decide about these volumes. */
    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
