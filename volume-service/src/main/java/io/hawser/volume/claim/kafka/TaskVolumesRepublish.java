package io.hawser.volume.claim.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.TaskVolumes;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.kafka.Publishing;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.Set;

/** Writes tasks' records again, under new revisions. */
@ApplicationScoped
public class TaskVolumesRepublish {
    private final Publishing publishing;

    public TaskVolumesRepublish(Publishing publishing) {
        this.publishing = publishing;
    }

    @Produces
    @Singleton
    StateRecords records() {
        return new StateRecords(Set.of(HawserTopic.TASK_VOLUMES), this::page);
    }

    private Uni<StateRecords.Page> page(LedgerTransaction tx, String after, int limit) {
        return tx.select(TaskRow.class, """
                        where r.published is not null and r.name > $1 order by r.name limit $2 for no key update
                        """, after, limit).map(rows -> {
            rows.forEach(row -> say(tx, row));
            return StateRecords.Page.of(rows, row -> row.name, rows.size());
        });
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
