package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A detach frees a place of the plugin on its node, so attaches that the plugin rejected there for lack of one are
 * tried again.
 */
final class FreedPlaces {
    private FreedPlaces() {}

    record Place(PluginName plugin, NodeName node) {}

    /** The places where the volume is no longer attached. */
    static Set<Place> of(Volume before, Optional<Volume> after) {
        Set<NodeName> left = new TreeSet<>(attached(before));
        left.removeAll(after.map(FreedPlaces::attached).orElse(Set.of()));
        return left.stream().map(node -> new Place(before.plugin(), node)).collect(Collectors.toSet());
    }

    private static Set<NodeName> attached(Volume volume) {
        return volume.publications().values().stream()
                .filter(publication -> (publication.attempted() || publication.uncertain())
                        && publication.state() != Publication.State.UNCONFIRMED_DETACH)
                .map(Publication::node)
                .collect(Collectors.toSet());
    }

    /** Locks volumes in the common order, by name. If it fails, the attaches' backoff still ends by itself. */
    static Uni<Void> wake(Transactions transactions, Collection<Place> places) {
        return transactions.run(tx -> VolumeRow.wakeFound(
                tx,
                """
                        update publication p set not_before = null
                        from (select v.name, w.node from unnest($1::text[], $2::text[]) as place (node, plugin)
                              join publication w on w.node = place.node and w.busy and w.state = 'PENDING_PUBLISH'
                              join volume v on v.name = w.volume and v.plugin = place.plugin
                              order by v.name for update of v) as waiting
                        where p.volume = waiting.name and p.node = waiting.node
                          and p.busy and p.state = 'PENDING_PUBLISH'
                        returning p.volume
                        """,
                places.stream().map(place -> place.node().value()).toArray(String[]::new),
                places.stream().map(place -> place.plugin().value()).toArray(String[]::new)));
    }
}
