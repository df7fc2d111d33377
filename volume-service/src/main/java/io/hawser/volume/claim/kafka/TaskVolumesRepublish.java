package io.hawser.volume.claim.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.TaskVolumes;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.kafka.Publishing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.util.Objects;

/** Writes tasks' records again, under new revisions. */
@ApplicationScoped
public class TaskVolumesRepublish {
    private final Publishing publishing;

    public TaskVolumesRepublish(Publishing publishing) {
        this.publishing = publishing;
    }

    @Singleton
    StateRecords records() {
        return StateRecords.ofRows(
                HawserTopic.TASK_VOLUMES, TaskRow.class, "r.published is not null", "name", row -> row.name, this::say);
    }

    private void say(LedgerTransaction tx, TaskRow row) {
        row.revision = Revisions.next(row.revision, tx.now());
        tx.publish(publishing.taskVolumes(
                ColumnCodec.read(TaskVolumes.parser(), Objects.requireNonNull(row.published)).toBuilder()
                        .setRevision(row.revision)
                        .build(),
                tx.now()));
    }
}
