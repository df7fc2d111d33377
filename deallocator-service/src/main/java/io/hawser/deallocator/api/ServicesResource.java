package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.inventory.Service;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.listing.db.Listing;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jboss.resteasy.reactive.RestPath;

/** Services, and why those marked for deletion are still there. */
@Path("/v1/services")
public class ServicesResource {
    private static final Listing LISTING =
            new Listing("service r where true", "r.name", "octet_length(array_to_string(r.resources, ','))");

    private final Transactions transactions;
    private final Pages pages;
    private final ResourcesResource resources;

    public ServicesResource(Transactions transactions, Pages pages, ResourcesResource resources) {
        this.transactions = transactions;
        this.pages = pages;
        this.resources = resources;
    }

    /**
     * A service, for people.
     *
     * @param ownVolumes those that are deleted with it
     * @param keptVolumes the others, of which it says that they are kept
     */
    public record ServiceView(
            String name,
            List<String> networks,
            List<String> ownVolumes,
            List<String> keptVolumes,
            DeletionView deletion) {}

    /**
     * A service, and what becomes of what belongs to it.
     *
     * @param service empty if its record is gone
     * @param resources those that it refers to, and those that its end deletes and that are still there
     */
    public record StatusView(Optional<ServiceView> service, List<Belonging> resources) {}

    /** @param kind {@code network} or {@code volume} */
    public record Belonging(String kind, ResourcesResource.ResourceView resource) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Uni<Page<ServiceView>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        return transactions.read(
                tx -> LISTING.page(tx, PageRequest.of("services", limit, token), names -> rows(tx, names)
                        .chain(rows -> pages.services(tx, rows, ServicesResource::view))));
    }

    @GET
    @Path("{name}")
    public Uni<ServiceView> one(@RestPath String name) {
        return transactions
                .read(tx -> rows(tx, List.of(name)).chain(rows -> pages.services(tx, rows, ServicesResource::view)))
                .map(found -> found.stream().findFirst().orElseThrow(ServicesResource::unknown));
    }

    /** Also after the service's tombstone, until everything that its end deletes is gone. */
    @GET
    @Path("{name}/status")
    public Uni<StatusView> status(@RestPath String name) {
        return transactions
                .read(tx -> rows(tx, List.of(name)).chain(rows -> pages.services(tx, rows, ServicesResource::view)
                        .chain(services -> belongings(tx, name, rows)
                                .map(found -> new StatusView(services.stream().findFirst(), found)))))
                .invoke(status -> {
                    if (status.service().isEmpty() && status.resources().isEmpty()) {
                        throw unknown();
                    }
                });
    }

    private Uni<List<Belonging>> belongings(LedgerTransaction tx, String name, List<ServiceRow> rows) {
        String[] referred = rows.stream()
                .flatMap(row -> row.toDomain().resources().stream())
                .map(id -> id.key())
                .toArray(String[]::new);
        return tx.select(ResourceRow.class, "where r.id = any($1) or r.delete_by = $2 order by r.id", referred, name)
                .chain(found -> pages.resources(
                        tx,
                        found,
                        (row, holders, positions) ->
                                new Belonging(row.id().kind(), resources.view(row, holders, positions))));
    }

    private static Uni<List<ServiceRow>> rows(LedgerTransaction tx, List<String> names) {
        return KeyedRows.by(tx, ServiceRow.class, "name", names, RowLock.NONE);
    }

    private static NotFoundException unknown() {
        return new NotFoundException("no service of this name is known");
    }

    private static ServiceView view(ServiceRow row, Holders holders, Pages.Progress progress) {
        Service service = row.toDomain();
        Deletion deletion = service.deletion();
        return new ServiceView(
                service.name(),
                names(service, reference -> reference.resource().kind().equals(Kind.NETWORK.word())),
                names(service, reference -> reference.policy() == Reference.Policy.DELETE),
                names(service, reference -> reference.policy() == Reference.Policy.RETAIN),
                DeletionView.of(deletion, true, holders, progress));
    }

    private static List<String> names(Service service, Predicate<Reference> which) {
        return service.references().stream()
                .filter(which)
                .map(reference -> reference.resource().name())
                .sorted()
                .toList();
    }
}
