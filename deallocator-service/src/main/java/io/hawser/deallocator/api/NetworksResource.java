package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;

/** Networks, and why those that shall go are still there. */
@Path("/v1/networks")
public class NetworksResource {
    private final Pages pages;

    public NetworksResource(Pages pages) {
        this.pages = pages;
    }

    /** A network as a person wants to see it. */
    public record NetworkView(String name, DeletionView deletion) {}

    /**
     * @param after the last name of the page before
     * @param limit 1 to 1000
     */
    @GET
    public Uni<List<NetworkView>> list(
            @QueryParam("after") @DefaultValue("") String after, @QueryParam("limit") @DefaultValue("100") int limit) {
        return pages.after(Resource.NETWORK, NetworkRow.class, after, limit, NetworksResource::view);
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
