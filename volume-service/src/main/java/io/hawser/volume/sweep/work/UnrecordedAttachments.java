package io.hawser.volume.sweep.work;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.sweep.Difference;
import io.hawser.volume.sweep.Recorded;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Attachments to nodes of Hawser's that no record has: of a call whose intent a lost database had, or that the plugin
 * carried out after a later one. Each is stored like an orphaned mount, so that its node is asked before the volume is
 * detached (ADR 17).
 */
final class UnrecordedAttachments {
    private UnrecordedAttachments() {}

    /** @param confirmed differences of the volume that two consecutive sweeps found */
    static Uni<Void> store(LedgerTransaction tx, PluginName plugin, Recorded volume, Collection<Difference> confirmed) {
        Set<String> csiNodeIds = confirmed.stream()
                .flatMap(difference -> difference instanceof Difference.AttachedElsewhere(String csiNodeId)
                        ? Stream.of(csiNodeId)
                        : Stream.empty())
                .collect(Collectors.toSet());
        if (csiNodeIds.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return OrphanRows.perhapsAttached(
                tx, plugin, volume.name(), volume.uid(), node -> csiNodeIds.contains(node.getCsiNodeId()));
    }
}
