package io.hawser.volume.sweep.work;

import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.sweep.Comparison;
import io.hawser.volume.sweep.Difference;
import io.hawser.volume.sweep.ListedPages;
import io.hawser.volume.sweep.Recorded;
import io.hawser.volume.sweep.db.SweepRows;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Compares one complete listing with the records of its plugin, and stores the differences.
 *
 * @param nodes whether the plugin lists the nodes to which a volume is attached
 */
record Differences(
        Transactions transactions, Publishing publishing, PluginName plugin, boolean nodes, ListedPages listing) {
    private static final Logger LOG = Logger.getLogger(Differences.class);
    private static final int VOLUMES_AT_ONCE = 100;

    Uni<Void> compare() {
        if (!listing.allDiffering()) {
            LOG.warnf("the plugin lists more differences than one sweep compares plugin=%s", plugin);
        }
        return SweepRows.ofPlugin(transactions, plugin, this::compare);
    }

    private Uni<Void> compare(Collection<Recorded> volumes) {
        List<VolumeName> concerned = volumes.stream()
                .filter(volume -> !volume.found().isEmpty()
                        || Comparison.of(volume, listing, nodes)
                                .filter(found -> !found.isEmpty())
                                .isPresent())
                .map(Recorded::name)
                .toList();
        List<List<VolumeName>> batches = new ArrayList<>();
        for (int i = 0; i < concerned.size(); i += VOLUMES_AT_ONCE) {
            batches.add(concerned.subList(i, Math.min(i + VOLUMES_AT_ONCE, concerned.size())));
        }
        return InOrder.each(
                batches,
                names -> transactions.run(tx -> SweepRows.locked(tx, names)
                        .chain(now -> InOrder.each(List.copyOf(now.values()), volume -> store(tx, volume)))));
    }

    private Uni<Void> store(LedgerTransaction tx, Recorded now) {
        return Comparison.of(now, listing, nodes)
                .map(found -> store(tx, now, found))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /**
     * A difference that the sweep before also found becomes a condition; a single sweep may have seen a temporary
     * state.
     */
    private Uni<Void> store(LedgerTransaction tx, Recorded now, Set<String> found) {
        Set<String> confirmed = new TreeSet<>(found);
        confirmed.retainAll(now.found());
        return SweepRows.confirmed(tx, now.name()).chain(before -> {
            List<Difference> differences = confirmed.stream()
                    .flatMap(text -> Difference.parse(text).stream())
                    .toList();
            if (!before.equals(confirmed)) {
                differences.stream()
                        .filter(difference -> !before.contains(difference.text()))
                        .forEach(difference -> tx.publish(publishing.event(
                                now.name(),
                                difference.type().word(),
                                Optional.empty(),
                                difference.sentence(),
                                tx.now())));
                VolumeRow.wake(tx, now.name());
            }
            return SweepRows.store(tx, now.name(), found, confirmed)
                    // Each time: the node of one that is confirmed already may have its fingerprint by now.
                    .chain(() -> attachedElsewhere(tx, now, differences));
        });
    }

    /**
     * Attachments to nodes of Hawser's that no record has: of a call whose intent a lost database had, or that the
     * plugin carried out after a later one. Each is stored like an orphaned mount, so that its node is asked before the
     * volume is detached (ADR 17).
     */
    private Uni<Void> attachedElsewhere(LedgerTransaction tx, Recorded volume, List<Difference> confirmed) {
        Set<String> csiNodeIds = confirmed.stream()
                .filter(Difference.AttachedElsewhere.class::isInstance)
                .map(elsewhere -> ((Difference.AttachedElsewhere) elsewhere).csiNodeId())
                .collect(Collectors.toSet());
        return csiNodeIds.isEmpty()
                ? Uni.createFrom().voidItem()
                : OrphanRows.perhapsAttached(
                        tx, plugin, volume.name(), volume.uid(), node -> csiNodeIds.contains(node.getCsiNodeId()));
    }

    /** Stores the volumes of the plugin that carry a name of Hawser's and that no record has. */
    Uni<Void> orphans(LedgerTransaction tx) {
        return SweepRows.uids(tx, new HashSet<>(listing.ours().values()))
                .chain(recorded -> SweepRows.orphans(
                        tx, plugin, Comparison.orphans(listing, recorded).keySet(), listing.allOurs()))
                .invoke(reported -> reported.forEach(id -> tx.publish(publishing.event(
                        plugin,
                        "UnknownVolume",
                        "the plugin lists volume " + id
                                + ", which carries a name of Hawser's and is in no record; it is left alone",
                        tx.now()))))
                .replaceWithVoid();
    }
}
