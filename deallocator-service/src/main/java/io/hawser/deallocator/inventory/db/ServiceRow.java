package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.Service;
import io.hawser.ledger.tx.UnreadableRowException;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "service")
public class ServiceRow {
    @Id
    private String name;

    private String[] resources;
    private String[] policies;

    @Embedded
    private DeletionColumns deletion;

    private String origin;
    private Instant since;
    private @Nullable Instant lostDecision;

    protected ServiceRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    ServiceRow(Service service) {
        deletion = new DeletionColumns();
        name = service.name();
        set(service);
    }

    void set(Service service) {
        List<Reference> references = service.references().stream()
                .sorted(Comparator.comparing(Reference::resource))
                .toList();
        resources =
                references.stream().map(reference -> reference.resource().key()).toArray(String[]::new);
        policies =
                references.stream().map(reference -> reference.policy().name()).toArray(String[]::new);
        deletion.set(service.deletion());
        origin = service.origin();
        since = service.since();
    }

    public String name() {
        return name;
    }

    /** When a lost database decided its deallocation; empty: none did. */
    public Optional<Instant> lostDecision() {
        return Optional.ofNullable(lostDecision);
    }

    /** @return whether this was not known */
    public boolean lostDecision(Instant at) {
        boolean news = !at.equals(lostDecision);
        lostDecision = at;
        return news;
    }

    /** The service ended, and what a lost database decided about it ended with it. */
    void forgetLostDecision() {
        lostDecision = null;
    }

    public DeletionColumns deletion() {
        return deletion;
    }

    public Service toDomain() {
        Set<Reference> references = new HashSet<>();
        for (int i = 0; i < resources.length; i++) {
            references.add(new Reference(
                    ResourceId.parse(resources[i]),
                    UnreadableRowException.constant(Reference.Policy.class, "the column policies", policies[i])));
        }
        return new Service(name, references, deletion.toDomain(), origin, since);
    }
}
