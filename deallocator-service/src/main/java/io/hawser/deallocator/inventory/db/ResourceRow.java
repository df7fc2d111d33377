package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.Votes;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "resource")
public class ResourceRow {
    @Id
    private String id;

    private String uid;
    private boolean leaving;
    private @Nullable Instant requested;
    private @Nullable String deleteBy;
    private @Nullable String deleteOrigin;
    private @Nullable String retainBy;

    @Embedded
    private DeletionColumns deletion;

    protected ResourceRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    public ResourceRow(Resource resource) {
        deletion = new DeletionColumns();
        id = resource.id().key();
        set(resource);
    }

    public void set(Resource resource) {
        uid = resource.uid();
        leaving = resource.leaving();
        requested = resource.requested().orElse(null);
        deleteBy = resource.votes().delete().map(Votes.Owner::service).orElse(null);
        deleteOrigin = resource.votes().delete().map(Votes.Owner::origin).orElse(null);
        retainBy = resource.votes().retain().orElse(null);
        deletion.set(resource.deletion());
    }

    /** {@code KIND/NAME}. */
    public String key() {
        return id;
    }

    public ResourceId id() {
        return ResourceId.parse(id);
    }

    public DeletionColumns deletion() {
        return deletion;
    }

    public Resource toDomain() {
        Optional<Votes.Owner> owner = deleteBy == null || deleteOrigin == null
                ? Optional.empty()
                : Optional.of(new Votes.Owner(deleteBy, deleteOrigin));
        return new Resource(
                id(),
                uid,
                leaving,
                Optional.ofNullable(requested),
                new Votes(owner, Optional.ofNullable(retainBy)),
                deletion.toDomain());
    }
}
