package io.hawser.volume.claim.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.MountReport;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class LostGrantsIT {
    private static final String TASK = "lost-grants-task";
    private static final String NODE = "lost-grants-node";
    private static final String VOLUME = "lost-grants";
    private static final MountReport LAST_ASSIGNED = MountReport.newBuilder()
            .setNode(NODE)
            .setVolume(VOLUME)
            .setUid("uid")
            .setGeneration(2)
            .build();

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("A node that has not answered its last assignment of a volume may have mounted it for each task there")
    void anEarlierAnswer() {
        // Given
        List<Set<String>> none = new ArrayList<>();

        // When
        assertThatThrownBy(() -> transactions
                        .run(tx -> {
                            none.clear();
                            tx.add(task());
                            return tx.flush()
                                    .chain(() -> OrphanRows.perhapsAttached(tx, LAST_ASSIGNED, "csi-id"))
                                    .chain(() -> afterNothingLeft(tx, 1))
                                    .invoke(none::add)
                                    .chain(() -> afterNothingLeft(tx, 2))
                                    .invoke(none::add)
                                    .chain(() -> Uni.createFrom().failure(new NotStoredException()));
                        })
                        .await()
                        .atMost(Duration.ofSeconds(60)))
                .isInstanceOf(NotStoredException.class);

        // Then
        assertThat(none).containsExactly(Set.of(), Set.of(TASK));
    }

    private static Uni<Set<String>> afterNothingLeft(LedgerTransaction tx, long generation) {
        MountReport report = MountReports.nothingLeft(NODE, VOLUME, "uid")
                .setRevision(generation)
                .setGeneration(generation)
                .build();
        return OrphanRows.store(tx, report).chain(() -> LostGrants.none(tx, List.of(TASK)));
    }

    private static TaskRow task() {
        TaskRow row = new TaskRow();
        row.name = TASK;
        row.node = NODE;
        row.message = new byte[0];
        return row;
    }

    /** Nothing of it is stored: the running service would decide about it. */
    private static final class NotStoredException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
