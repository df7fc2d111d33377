package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;

/** Networks, and why those marked for deletion are still there. */
@Path("/v1/networks")
public class NetworksResource {
    private final Pages pages;

    public NetworksResource(Pages pages) {
        this.pages = pages;
    }

    /** A network, for people. */
    public record NetworkView(String name, DeletionView deletion) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Uni<Page<NetworkView>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        return pages.of(
                Resource.NETWORK, NetworkRow.class, PageRequest.of("networks", limit, token), NetworksResource::view);
    }

    @GET
    @Path("{name}")
    public Uni<NetworkView> one(@RestPath String name) {
        return pages.one(Resource.NETWORK, NetworkRow.class, name, NetworksResource::view);
    }

    private static NetworkView view(NetworkRow row, Holders holders, Pages.Positions positions) {
        return new NetworkView(
                row.name(),
                DeletionView.of(Resource.NETWORK, row.toDomain().deletion(), holders, positions.byPartition()));
    }
}
