package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.Service;
import io.hawser.deallocator.inventory.db.Locked;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Locks resources for their decision. A transaction that changes what a decision reads (a task's life, a service's
 * networks or deallocation) locks the row of the resource concerned. The lock on that one row therefore protects
 * everything that the decision reads.
 */
@ApplicationScoped
class Candidates {
    private final HolderQueries holders;
    private final Announcements announcements;

    Candidates(HolderQueries holders, Announcements announcements) {
        this.holders = holders;
        this.announcements = announcements;
    }

    /** Locks those of these names that exist. */
    Uni<List<Candidate>> lock(LedgerTransaction tx, Resource resource, Collection<String> names) {
        return switch (resource) {
            case SERVICE -> services(tx, names);
            case NETWORK -> networks(tx, names);
        };
    }

    private Uni<List<Candidate>> services(LedgerTransaction tx, Collection<String> names) {
        return Locked.services(tx, names)
                // A deallocation changes what the decision about the service's networks reads.
                .chain(rows -> Locked.networks(tx, networksOf(rows))
                        .map(Candidates::askedFor)
                        .chain(asked -> holders.of(tx, Resource.SERVICE, names).map(found -> rows.stream()
                                .map(row -> new Candidate(
                                        row.name(),
                                        row.deletion(),
                                        found.getOrDefault(row.name(), Holders.NONE),
                                        () -> serviceDeallocated(tx, row.toDomain(), asked)))
                                .toList())));
    }

    private static Set<String> networksOf(List<ServiceRow> rows) {
        Set<String> networks = new TreeSet<>();
        rows.stream()
                .map(ServiceRow::toDomain)
                .filter(service -> service.deletion() instanceof Deletion.Asked)
                .forEach(service -> networks.addAll(service.networks()));
        return networks;
    }

    private static Set<String> askedFor(List<NetworkRow> networks) {
        return networks.stream()
                .filter(network -> network.deletion().toDomain() instanceof Deletion.Asked)
                .map(NetworkRow::name)
                .collect(Collectors.toSet());
    }

    private Uni<List<Candidate>> networks(LedgerTransaction tx, Collection<String> names) {
        return Locked.networks(tx, names)
                .chain(rows -> holders.of(tx, Resource.NETWORK, names).map(found -> rows.stream()
                        .map(row -> new Candidate(
                                row.name(), row.deletion(), found.getOrDefault(row.name(), Holders.NONE), () -> {}))
                        .toList()));
    }

    private void serviceDeallocated(LedgerTransaction tx, Service service, Set<String> asked) {
        service.networks().stream()
                .filter(asked::contains)
                .sorted()
                .forEach(network -> tx.due(new DueChange.Wake(Resource.NETWORK.word(), network, "", tx.now())));
        service.ownVolumes().stream().sorted().forEach(volume -> announcements.removeVolume(tx, service, volume));
    }
}
