package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.MountReport;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What bounds the rows that one transaction about many volumes loads. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class VolumeSizesIT {
    private static final VolumeName RESTS = new VolumeName("sizes-rests");
    private static final VolumeName ON_NODES = new VolumeName("sizes-on-nodes");
    private static final VolumeName WANTED = new VolumeName("sizes-wanted");
    private static final int ROWS = 40;
    private static final String MESSAGE = "m".repeat(10_000);

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("A volume counts with the reports of its nodes and with the tasks that wait for it")
    void sizes() {
        // Given
        Map<String, Long> sizes = new HashMap<>();

        // When
        assertThatThrownBy(() -> transactions
                        .run(tx -> {
                            List.of(RESTS, ON_NODES, WANTED).forEach(name -> tx.add(volume(name)));
                            for (int i = 0; i < ROWS; i++) {
                                tx.add(reporting(new NodeName("n" + i)));
                                tx.add(waiting(new TaskName("t" + i)));
                            }
                            return tx.flush().chain(() -> sizes(tx, sizes));
                        })
                        .await()
                        .atMost(Duration.ofSeconds(60)))
                .isInstanceOf(NotStoredException.class);

        // Then
        long rests = sizes.get(RESTS.value());
        assertThat(sizes.get(ON_NODES.value())).isGreaterThan(rests + ROWS * 10_000L);
        assertThat(sizes.get(WANTED.value())).isGreaterThan(rests + ROWS * 1000L);
    }

    private static Uni<Void> sizes(LedgerTransaction tx, Map<String, Long> sizes) {
        return tx.statements()
                .select(VolumeCalls.SIZES, (Object) Identifier.array(Set.of(RESTS, ON_NODES, WANTED)))
                .invoke(rows -> rows.forEach(row -> sizes.put((String) row[0], ((Number) row[1]).longValue())))
                .chain(() -> Uni.createFrom().failure(new NotStoredException()));
    }

    private static VolumeRow volume(VolumeName name) {
        VolumeRow row = new VolumeRow();
        row.createCommand = "create";
        VolumeMapping.write(Volume.accepted(name, "uid", VolumeSpec.getDefaultInstance()), row);
        return row;
    }

    private static PublicationRow reporting(NodeName node) {
        PublicationRow row = new PublicationRow();
        MountReport report = MountReport.newBuilder().setMessage(MESSAGE).build();
        VolumeMapping.write(
                ON_NODES, Publication.perhapsAttached(node, "csi-" + node).reporting(report), row);
        return row;
    }

    private static ClaimRow waiting(TaskName task) {
        ClaimRow row = new ClaimRow();
        Claim claim = new Claim(
                task,
                "/data",
                WANTED.value(),
                Optional.empty(),
                new NodeName("n1"),
                new TargetId(task + ".0"),
                false,
                List.of(),
                Claim.State.WAITING,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");
        VolumeMapping.write(claim, row);
        return row;
    }

    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
