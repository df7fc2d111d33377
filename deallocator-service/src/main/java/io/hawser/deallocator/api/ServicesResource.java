package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.Service;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;

/** Services, and why those marked for deletion are still there. */
@Path("/v1/services")
public class ServicesResource {
    private final Pages pages;

    public ServicesResource(Pages pages) {
        this.pages = pages;
    }

    /** A service, for people. */
    public record ServiceView(String name, List<String> networks, List<String> ownVolumes, DeletionView deletion) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Uni<Page<ServiceView>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        return pages.of(
                Resource.SERVICE, ServiceRow.class, PageRequest.of("services", limit, token), ServicesResource::view);
    }

    @GET
    @Path("{name}")
    public Uni<ServiceView> one(@RestPath String name) {
        return pages.one(Resource.SERVICE, ServiceRow.class, name, ServicesResource::view);
    }

    private static ServiceView view(ServiceRow row, Holders holders, Pages.Positions positions) {
        Service service = row.toDomain();
        return new ServiceView(
                service.name(),
                service.networks().stream().sorted().toList(),
                service.ownVolumes().stream().sorted().toList(),
                DeletionView.of(Resource.SERVICE, service.deletion(), holders, positions.byPartition()));
    }
}
