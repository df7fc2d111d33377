package io.hawser.volume.intake;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.MountReport;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.DecisionContext;
import io.hawser.volume.lifecycle.LaterLife;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.kafka.VolumeRecords;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.orphan.db.UnknownMounts;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Compares the nodes' reports of mounts with the publications that explain them. */
@ApplicationScoped
class MountReportHandler {
    /**
     * The node may report what a life of the database that is lost mounted for a task that waits here, or that still
     * releases what it had elsewhere.
     */
    private static final String CONCERNED = """
            select distinct task from claim
            where state = 'WAITING' and (source = $1
               or source = (select 'group:' || volume_group from volume where name = $1))
            union select task from claim where state = 'RELEASING' and volume = $1
            """;

    /** A task that is to stop has no claim that waits, and may still run with the reported mount. */
    private static final String ON_NODE = "union select name from task where node = $2 and not gone";

    private final Publishing publishing;
    private final VolumeRecords records;

    MountReportHandler(Publishing publishing, VolumeRecords records) {
        this.publishing = publishing;
        this.records = records;
    }

    Uni<Void> changed(LedgerTransaction tx, BatchRows rows, MountReport report) {
        NodeName node = new NodeName(report.getNode());
        VolumeName name = new VolumeName(report.getVolume());
        rows.explained(new NodeVolume(node, name));
        Optional<VolumeRow> volume = rows.volumeRow(name).filter(row -> row.uid.equals(report.getUid()));
        Optional<PublicationRow> here = volume.flatMap(row -> publication(rows, row, node));
        DecisionContext decision = new DecisionContext(
                tx.now(), 0, volume.map(row -> row.generation).orElse(0L));
        // A publication without an assignment explains no mount.
        Optional<PublicationRow> publication = here.filter(p -> p.generation > 0);
        if (publication.isEmpty()) {
            // If a lost database had the volume mounted there, the publication is not certainly detached either.
            here.ifPresent(row -> LaterLife.afterReport(VolumeMapping.publication(row), report, decision)
                    .ifPresent(begun -> VolumeMapping.write(name, begun, row)));
            return report.getNothingLeft() ? nothingLeft(tx, rows, volume, report) : orphaned(tx, rows, volume, report);
        }
        if (report.getOrphaned()) {
            // The node has lost the existing assignment, or has not read it yet: it is sent again.
            records.assignmentAgain(tx, rows.volume(name).orElseThrow(), rows.holders(name), node);
        }
        Publication before = VolumeMapping.publication(publication.get());
        Optional<Publication> overtaken = LaterLife.afterReport(before, report, decision);
        Publication after = overtaken.orElseGet(() -> before.reporting(report));
        if (!after.equals(before)) {
            VolumeMapping.write(name, after, publication.get());
            VolumeRow.wake(tx, name);
        }
        // The publication on its way out no longer explains the mount.
        if (overtaken.filter(begun -> !begun.announced()).isPresent()) {
            return orphaned(tx, rows, volume, report);
        }
        if (report.getGeneration() > before.generation()) {
            return TaskRow.wakeFound(tx, CONCERNED + ON_NODE, name.value(), node.value());
        }
        // The end of such a mount changes no claim, so nothing else wakes the writer that waits for it.
        boolean unclaimed =
                rows.holders(name).stream().noneMatch(claim -> claim.node().equals(node));
        return unclaimed && before.mounts().mayHaveTargets() && !after.mounts().mayHaveTargets()
                ? TaskRow.wakeFound(tx, CONCERNED, name.value())
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> nothingLeft(
            LedgerTransaction tx, BatchRows rows, Optional<VolumeRow> volume, MountReport report) {
        NodeName node = new NodeName(report.getNode());
        VolumeName name = new VolumeName(report.getVolume());
        if (volume.isEmpty() && !isAssigned(rows, name, node)) {
            // The volume was deleted while its detach from the node was unconfirmed. Nothing else ends the assignment.
            tx.publish(publishing.assignmentGone(node, name));
        }
        return OrphanRows.gone(tx, node, name, report)
                .invoke(() -> volume.ifPresent(row -> VolumeRow.wake(tx, name)))
                .chain(() -> TaskRow.wakeFound(tx, CONCERNED, name.value()));
    }

    /** Whether a present volume of the name has an assignment there. */
    private static boolean isAssigned(BatchRows rows, VolumeName name, NodeName node) {
        return rows.volumeRow(name)
                .flatMap(row -> publication(rows, row, node))
                .filter(there -> there.generation > 0)
                .isPresent();
    }

    /** If a report on this publication was read before, a lost database saw the publication end. */
    void gone(LedgerTransaction tx, BatchRows rows, String key) {
        Optional<NodeVolume> id = NodeVolume.parse(key);
        id.ifPresent(rows::explained);
        Optional<VolumeRow> volume = id.flatMap(on -> rows.volumeRow(on.volume()));
        volume.flatMap(row -> publication(rows, row, id.get().node()))
                .ifPresent(row -> LaterLife.afterReportGone(VolumeMapping.publication(row))
                        .ifPresent(after -> {
                            VolumeMapping.write(row.volumeName(), after, row);
                            VolumeRow.wake(tx, row.volumeName());
                        }));
    }

    private static Optional<PublicationRow> publication(BatchRows rows, VolumeRow volume, NodeName node) {
        return rows.publications(volume.id()).stream()
                .filter(row -> row.nodeName().equals(node))
                .findFirst();
    }

    private Uni<Void> orphaned(LedgerTransaction tx, BatchRows rows, Optional<VolumeRow> volume, MountReport report) {
        NodeName node = new NodeName(report.getNode());
        VolumeName name = new VolumeName(report.getVolume());
        // Also if the report answers an assignment: a restored database may have lost the reason for it.
        if (volume.isPresent()) {
            VolumeRow.wake(tx, name);
            return stored(tx, report)
                    .chain(() -> TaskRow.wakeFound(tx, CONCERNED + ON_NODE, name.value(), node.value()));
        }
        // A later volume of the name may wait for the end of an earlier one. Any other mount holds a registration up.
        return DeferredRows.isExpected(tx.statements(), name, report.getUid()).chain(expected -> {
            if (expected) {
                return stored(tx, report);
            }
            NodeVolume mount = new NodeVolume(node, name);
            rows.unexplained(mount);
            return UnknownMounts.isNew(tx, mount, report.getUid())
                    .invoke(isNew -> {
                        if (isNew) {
                            unknown(tx, mount);
                        }
                    })
                    .replaceWithVoid();
        });
    }

    /** A person must decide. */
    private void unknown(LedgerTransaction tx, NodeVolume mount) {
        tx.publish(publishing.event(
                mount.volume(),
                "OrphanedMount",
                Optional.of(mount.node()),
                "node " + mount.node()
                        + " has something of it mounted that volume-service did not ask for, "
                        + "of a volume that is not known: unmount it there when nothing uses it any more",
                tx.now()));
    }

    private static Uni<Void> stored(LedgerTransaction tx, MountReport report) {
        String key = OrphanRows.key(new NodeName(report.getNode()), new VolumeName(report.getVolume()));
        tx.due(new DueChange.Wake(OrphanRows.KIND, key, tx.now()));
        return OrphanRows.store(tx, report);
    }
}
