package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.ServiceEnd;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.InventoryUpdate;
import io.hawser.deallocator.inventory.Service;
import io.hawser.deallocator.inventory.db.Locked;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Services: held by their live tasks. Their end leaves votes with the resources that they refer to. */
record Services(HolderQueries holders, Announcements announcements) implements Subject {
    /** A service may refer to thousands of resources. */
    static final String SIZES = """
            select name, octet_length(array_to_string(resources, '')) + octet_length(told) from service
            where name = any($1)
            """;

    @Override
    public String word() {
        return InventoryUpdate.service("").kind();
    }

    @Override
    public Uni<List<Candidate>> lock(LedgerTransaction tx, Collection<String> names) {
        return Locked.services(tx, names)
                // A deallocation changes what the decision about the service's resources reads.
                .chain(rows -> Locked.resources(tx, resourcesOf(rows))
                        .chain(resources -> holders.ofResources(tx, resourcesOf(rows), rows.size())
                                .chain(others -> holders.ofServices(tx, names)
                                        .map(found -> candidates(tx, rows, resources, others, found)))));
    }

    private static Set<ResourceId> resourcesOf(List<ServiceRow> rows) {
        Set<ResourceId> resources = new TreeSet<>();
        rows.stream()
                .map(ServiceRow::toDomain)
                .filter(service -> service.deletion() instanceof Deletion.Asked)
                .forEach(service -> resources.addAll(service.resources()));
        return resources;
    }

    private List<Candidate> candidates(
            LedgerTransaction tx,
            List<ServiceRow> rows,
            List<ResourceRow> resources,
            Map<String, Holders> others,
            Map<String, Holders> found) {
        // Services that are decided together share it.
        Map<ResourceId, ResourceRow> byId = new HashMap<>();
        resources.forEach(resource -> byId.put(resource.id(), resource));
        Map<String, ServiceRow> batch = KeyedRows.byKey(rows, ServiceRow::name);
        return rows.stream()
                .map(row -> new Candidate(
                        InventoryUpdate.service(row.name()),
                        row.deletion(),
                        true,
                        found.getOrDefault(row.name(), Holders.NONE),
                        new End(tx, announcements, row, byId, id -> others(id, others, batch))))
                .toList();
    }

    /** Those that still refer to it: what has ended in this transaction does not, and was read before. */
    private static List<String> others(ResourceId id, Map<String, Holders> read, Map<String, ServiceRow> batch) {
        return read.getOrDefault(id.key(), Holders.NONE).some().stream()
                .filter(holder -> holder.what().equals("service"))
                .map(Holders.Holder::name)
                .filter(name -> !batch.containsKey(name)
                        || !(batch.get(name).deletion().toDomain() instanceof Deletion.Deallocated))
                .limit(HolderQueries.FIRST)
                .toList();
    }

    private record End(
            LedgerTransaction tx,
            Announcements announcements,
            ServiceRow row,
            Map<ResourceId, ResourceRow> resources,
            Function<ResourceId, List<String>> others)
            implements Candidate.Ending {
        @Override
        public void decided(Deletion.Deallocated decided) {
            Service service = row.toDomain();
            ServiceEnd end =
                    ServiceEnd.of(service.references(), service.owner(), row.lostDecision(), known(), others, tx.now());
            resources.forEach((id, resource) ->
                    Optional.ofNullable(end.voted().get(id)).ifPresent(voted -> store(resource, voted)));
            row.deletion()
                    .message(Announcements.serviceMessage(
                                    service.name(),
                                    decided.revision(),
                                    row.lostDecision().orElse(decided.at()),
                                    end.fates())
                            .toByteArray());
            again(decided);
        }

        private Map<ResourceId, Resource> known() {
            return resources.values().stream()
                    .map(ResourceRow::toDomain)
                    .collect(Collectors.toMap(Resource::id, resource -> resource));
        }

        private void store(ResourceRow resource, Resource voted) {
            resource.set(voted);
            if (voted.deletion() instanceof Deletion.Asked) {
                tx.due(new DueChange.Wake(voted.id().kind(), voted.id().name(), tx.now()));
            }
        }

        @Override
        public void again(Deletion.Deallocated decided) {
            announcements.service(
                    tx, row.name(), decided.revision(), row.deletion().message());
        }

        @Override
        public boolean isWrittenAgain() {
            return true;
        }
    }
}
