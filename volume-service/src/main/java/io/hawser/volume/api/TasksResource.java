package io.hawser.volume.api;

import io.hawser.v1.TaskVolumes;
import io.hawser.volume.store.TaskRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Tasks for people: what {@code hawser.task-volumes} says of their mounts. */
@Path("/v1/tasks")
@Produces(MediaType.APPLICATION_JSON)
public class TasksResource {
    private final Reading reading;

    public TasksResource(Reading reading) {
        this.reading = reading;
    }

    @GET
    public Uni<String> list() {
        return reading.all("from TaskRow r where r.published is not null order by r.name", TaskRow.class)
                .map(rows -> Json.array(rows.stream().map(TasksResource::message)));
    }

    /** Also of a task that has no mounts: that it is here says that its record was read. */
    @GET
    @Path("{name}")
    public Uni<Response> one(@PathParam("name") String name) {
        return reading.one(TaskRow.class, name).map(row -> row.filter(found -> found.published != null || !found.gone)
                .map(found -> Response.ok(Json.of(message(found))).build())
                .orElseGet(() -> Json.unknown("no task " + name + " is known")));
    }

    private static TaskVolumes message(TaskRow row) {
        if (row.published == null) {
            return TaskVolumes.newBuilder().setTask(row.name).setNode(row.node).build();
        }
        return Wire.read(TaskVolumes.parser(), row.published).toBuilder()
                .setRevision(row.revision)
                .build();
    }
}
