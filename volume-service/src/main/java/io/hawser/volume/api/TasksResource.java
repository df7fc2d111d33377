package io.hawser.volume.api;

import io.hawser.bus.envelope.Excerpt;
import io.hawser.v1.MountReleasing;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.volume.store.ClaimRow;
import io.hawser.volume.store.TaskRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;

/**
 * Tasks for people: what {@code hawser.task-volumes} says of their mounts, and in the list those, too, that are still
 * being released.
 */
@Path("/v1/tasks")
@Produces(MediaType.APPLICATION_JSON)
public class TasksResource {
    private final Reading reading;

    public TasksResource(Reading reading) {
        this.reading = reading;
    }

    @GET
    public Uni<String> list() {
        return reading.all("from ClaimRow c where c.state = 'RELEASING' order by c.task, c.targetId", ClaimRow.class)
                .chain(releasing -> reading.all(
                                "from TaskRow r where r.published is not null"
                                        + " or r.name in (select c.task from ClaimRow c where c.state = 'RELEASING')"
                                        + " order by r.name",
                                TaskRow.class)
                        .map(rows -> Json.array(rows.stream().map(row -> message(row, releasing)))));
    }

    /** Also of a task that has no mounts: that it is here says that its record was read. */
    @GET
    @Path("{name}")
    public Uni<Response> one(@PathParam("name") String name) {
        return reading.one(TaskRow.class, name).map(row -> row.filter(found -> found.published != null || !found.gone)
                .map(found -> Response.ok(Json.of(message(found, List.of()))).build())
                .orElseGet(() -> Json.unknown("no task " + name + " is known")));
    }

    private static TaskVolumes message(TaskRow row, List<ClaimRow> releasing) {
        TaskVolumes.Builder message = row.published == null
                ? TaskVolumes.newBuilder().setTask(row.name).setNode(row.node)
                : Wire.read(TaskVolumes.parser(), row.published).toBuilder().setRevision(row.revision);
        releasing.stream()
                .filter(claim -> claim.task.equals(row.name))
                .forEach(claim -> message.addMounts(TaskVolume.newBuilder()
                        .setSource(claim.source)
                        .setTarget(claim.target)
                        .setReadOnly(claim.readOnly)
                        .setVolume(claim.volume)
                        .setReleasing(MountReleasing.newBuilder().setWhy(Excerpt.of(claim.why)))));
        return message.build();
    }
}
