package io.hawser.volume.lifecycle.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Assignment;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.report.AssignmentReport;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the records of volumes and of their assignments again. A volume's record gets a new revision, so that readers
 * of a restored installation accept it. An assignment keeps its generation, because the nodes' reports answer that one
 * and the content is the same.
 */
@ApplicationScoped
public class VolumeRepublish {
    private final Publishing publishing;

    public VolumeRepublish(Publishing publishing) {
        this.publishing = publishing;
    }

    @Singleton
    StateRecords records() {
        return new StateRecords(Set.of(HawserTopic.VOLUMES, HawserTopic.ASSIGNMENTS), this::page);
    }

    private Uni<StateRecords.Page> page(LedgerTransaction tx, String after, int limit) {
        return tx.select(VolumeRow.class, "where r.name > $1 order by r.name limit $2 for no key update", after, limit)
                .chain(volumes -> {
                    List<VolumeName> names = volumes.stream().map(VolumeRow::id).toList();
                    return PublicationRow.of(tx, names).chain(publications -> ClaimRow.of(tx, names)
                            .map(claims -> StateRecords.Page.of(
                                    volumes, row -> row.name, say(tx, volumes, publications, claims))));
                });
    }

    private int say(
            LedgerTransaction tx,
            List<VolumeRow> volumes,
            Map<VolumeName, List<PublicationRow>> publications,
            Map<VolumeName, List<ClaimRow>> claims) {
        int records = 0;
        for (VolumeRow row : volumes) {
            if (row.published != null) {
                row.revision = Revisions.next(row.revision, tx.now());
                tx.publish(publishing.volume(
                        ColumnCodec.read(io.hawser.v1.Volume.parser(), row.published).toBuilder()
                                .setRevision(row.revision)
                                .build(),
                        tx.now()));
                records++;
            }
            Volume volume = VolumeMapping.volume(row, publications.getOrDefault(row.id(), List.of()));
            List<Claim> holders = claims.getOrDefault(row.id(), List.of()).stream()
                    .map(VolumeMapping::claim)
                    .toList();
            List<Assignment> assignments = AssignmentReport.standing(volume, holders);
            assignments.forEach(assignment -> tx.publish(publishing.assignment(assignment, tx.now())));
            records += assignments.size();
        }
        return records;
    }
}
