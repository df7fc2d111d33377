package io.hawser.volume.api;

import io.hawser.v1.Volume;
import io.hawser.volume.store.VolumeRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Volumes for people: what {@code hawser.volumes} says of them. */
@Path("/v1/volumes")
@Produces(MediaType.APPLICATION_JSON)
public class VolumesResource {
    private final Reading reading;

    public VolumesResource(Reading reading) {
        this.reading = reading;
    }

    @GET
    public Uni<String> list() {
        return reading.all("from VolumeRow r where r.published is not null order by r.name", VolumeRow.class)
                .map(rows -> Json.array(rows.stream().map(VolumesResource::message)));
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
