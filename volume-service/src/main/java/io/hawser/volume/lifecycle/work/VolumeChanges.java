package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.VolumeInputs;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.orphan.db.OrphanRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the changes that a decision made to a volume's publications and claims, and wakes the affected tasks. */
final class VolumeChanges {
    private VolumeChanges() {}

    static void publications(
            LedgerTransaction tx, List<PublicationRow> rows, Optional<Volume> after, VolumeName volume) {
        Map<NodeName, PublicationRow> byNode =
                rows.stream().collect(Collectors.toMap(PublicationRow::nodeName, Function.identity()));
        Map<NodeName, Publication> now =
                after.<Map<NodeName, Publication>>map(Volume::publications).orElse(Map.of());
        now.values().forEach(publication -> {
            PublicationRow existing = byNode.get(publication.node());
            PublicationRow row = existing == null ? new PublicationRow() : existing;
            VolumeMapping.write(volume, publication, row);
            if (existing == null) {
                tx.add(row);
            }
        });
        rows.stream().filter(row -> !now.containsKey(row.nodeName())).forEach(tx::remove);
    }

    static void claims(LedgerTransaction tx, List<ClaimRow> rows, List<Claim> after) {
        Map<ClaimRow.Key, Claim> now = after.stream()
                .collect(Collectors.toMap(
                        claim -> new ClaimRow.Key(claim.task().value(), claim.target()), Function.identity()));
        for (ClaimRow row : rows) {
            Claim claim = now.get(new ClaimRow.Key(row.task, row.target));
            if (claim == null) {
                tx.remove(row);
                TaskRow.wake(tx, row.task);
            } else if (!claim.equals(VolumeMapping.claim(row))) {
                VolumeMapping.write(claim, row);
                TaskRow.wake(tx, row.task);
            }
        }
    }

    /** Examines an orphaned mount again when its node's publication changed or ended. */
    static void wakeOrphaned(LedgerTransaction tx, Volume before, Optional<Volume> after, VolumeInputs inputs) {
        inputs.nodes().forEach((node, known) -> {
            Optional<Publication> now =
                    after.map(volume -> volume.publications().get(node));
            if (known.mounted()
                    && !now.equals(Optional.ofNullable(before.publications().get(node)))) {
                tx.due(new DueChange.Wake(OrphanRows.KIND, OrphanRows.key(node, before.name()), tx.now()));
            }
        });
    }

    /** Waiting tasks are decided again when the volume's claims, publications or creation changed. */
    static boolean concernsWaiting(Volume before, Optional<Volume> after, List<Claim> holders, List<Claim> left) {
        return after.isEmpty()
                || before.provision().created() != after.get().provision().created()
                || holders.size() != left.size()
                || !states(before).equals(states(after.get()));
    }

    private static Map<NodeName, Publication.State> states(Volume volume) {
        return volume.publications().values().stream().collect(Collectors.toMap(Publication::node, Publication::state));
    }
}
