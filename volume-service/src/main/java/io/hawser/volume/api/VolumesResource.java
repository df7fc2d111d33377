package io.hawser.volume.api;

import io.hawser.ledger.listing.Listing;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.RawJson;
import io.hawser.v1.Volume;
import io.hawser.volume.store.VolumeRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** Volumes for people: what {@code hawser.volumes} says of them. */
@Path("/v1/volumes")
@Produces(MediaType.APPLICATION_JSON)
public class VolumesResource {
    private static final Listing VOLUMES =
            new Listing("volume r where r.published is not null", "r.name", "octet_length(r.published)");

    private final Reading reading;

    public VolumesResource(Reading reading) {
        this.reading = reading;
    }

    /** Pages as {@link PageRequest} says. */
    @GET
    public Uni<Page<RawJson>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        return reading.page(VOLUMES, PageRequest.of("volumes", limit, token), (tx, names) -> Reading.rows(
                        tx, "from VolumeRow r where r.name in :keys order by r.name", VolumeRow.class, names)
                .map(rows -> rows.stream()
                        .filter(row -> row.published != null)
                        .map(row -> Json.raw(message(row)))
                        .toList()));
    }

    @GET
    @Path("{name}")
    public Uni<Response> one(@PathParam("name") String name) {
        return reading.one(VolumeRow.class, name).map(row -> row.filter(found -> found.published != null)
                .map(found -> Response.ok(Json.of(message(found))).build())
                .orElseGet(() -> Json.unknown("no volume is called " + name)));
    }

    private static Volume message(VolumeRow row) {
        return Wire.read(Volume.parser(), row.published).toBuilder()
                .setRevision(row.revision)
                .build();
    }
}
