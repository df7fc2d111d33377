package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.db.Locked;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.ResourceKind;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;

/** The resources of one kind: held by the services that refer to them. */
record Resources(ResourceKind kind, HolderQueries holders, Announcements announcements) implements Subject {
    @Override
    public String word() {
        return kind.kind().word();
    }

    @Override
    public Uni<List<Candidate>> lock(LedgerTransaction tx, Collection<String> names) {
        List<ResourceId> ids = names.stream().map(kind.kind()::id).toList();
        return Locked.resources(tx, ids)
                .chain(rows -> holders.ofResources(tx, ids, 0).map(found -> rows.stream()
                        .map(row -> new Candidate(
                                row.id(),
                                row.deletion(),
                                kind.kind().mayGo().test(row.toDomain()),
                                found.getOrDefault(row.key(), Holders.NONE),
                                new End(tx, announcements, kind, row)))
                        .toList()));
    }

    private record End(LedgerTransaction tx, Announcements announcements, ResourceKind kind, ResourceRow row)
            implements Candidate.Ending {
        @Override
        public void decided(Deletion.Deallocated decided) {
            Resource resource = row.toDomain();
            row.deletion()
                    .message(kind.givenBack()
                            .message(resource, decided.revision(), decided.at())
                            .toByteArray());
            again(decided);
            announcements.removalAsked(tx, resource);
        }

        @Override
        public void again(Deletion.Deallocated decided) {
            Resource resource = row.toDomain();
            if (kind.givenBack().again(resource)) {
                announcements.resource(
                        tx, kind, resource, decided, row.deletion().message());
            }
        }

        @Override
        public boolean isWrittenAgain() {
            return kind.givenBack().again(row.toDomain());
        }
    }
}
