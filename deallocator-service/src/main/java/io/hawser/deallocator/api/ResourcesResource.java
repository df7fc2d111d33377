package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.Votes;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.kafka.Kinds;
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
import org.jboss.resteasy.reactive.RestPath;

/** Resources of every kind ({@code /v1/networks}, {@code /v1/volumes}), and why those to be deleted are still there. */
@Path("/v1/{kinds: networks|volumes}")
public class ResourcesResource {
    private final Transactions transactions;
    private final Pages pages;

    public ResourcesResource(Transactions transactions, Pages pages) {
        this.transactions = transactions;
        this.pages = pages;
    }

    /**
     * A resource, for people.
     *
     * @param uid empty if its kind has none, or no record of it was read
     * @param deletedWith the last service that ended and said DELETE
     * @param retainedBy a service that ended and said RETAIN
     */
    public record ResourceView(
            String name,
            String uid,
            Optional<String> deletedWith,
            Optional<String> retainedBy,
            boolean leaving,
            DeletionView deletion) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Uni<Page<ResourceView>> list(
            @RestPath("kinds") String plural,
            @QueryParam("limit") Optional<String> limit,
            @QueryParam("continue") Optional<String> token) {
        Kind kind = kind(plural);
        Listing listing = new Listing("resource r where r.id ^@ $3", "r.id", "0");
        return transactions.read(tx -> listing.page(
                tx,
                PageRequest.of(plural, limit, token),
                ids -> rows(tx, ids).chain(rows -> pages.resources(tx, rows, this::view)),
                kind.id("").key()));
    }

    @GET
    @Path("{name}")
    public Uni<ResourceView> one(@RestPath("kinds") String plural, @RestPath String name) {
        Kind kind = kind(plural);
        return transactions
                .read(tx -> rows(tx, List.of(kind.id(name).key())).chain(rows -> pages.resources(tx, rows, this::view)))
                .map(found -> found.stream()
                        .findFirst()
                        .orElseThrow(() -> new NotFoundException("no " + kind.word() + " of this name is known")));
    }

    static Uni<List<ResourceRow>> rows(LedgerTransaction tx, List<String> ids) {
        return KeyedRows.by(tx, ResourceRow.class, "id", ids, RowLock.NONE);
    }

    private static Kind kind(String plural) {
        return Kinds.HAWSERS.of(plural.substring(0, plural.length() - 1)).kind();
    }

    ResourceView view(ResourceRow row, Holders holders, Pages.Progress progress) {
        Resource resource = row.toDomain();
        boolean mayGo = Kinds.HAWSERS.of(resource.id().kind()).kind().mayGo().test(resource);
        return new ResourceView(
                resource.id().name(),
                resource.uid(),
                resource.votes().delete().map(Votes.Owner::service),
                resource.votes().retain(),
                resource.leaving(),
                DeletionView.of(resource.deletion(), mayGo, holders, progress));
    }
}
