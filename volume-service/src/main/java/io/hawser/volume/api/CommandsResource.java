package io.hawser.volume.api;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.v1.CommandResult;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.command.db.DeferredRows;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The last answer to a command: accepted, rejected or done; deferred while the records that it needs may be unread. */
@Path("/v1/commands")
@Produces(MediaType.APPLICATION_JSON)
public class CommandsResource {
    private final Queries queries;

    public CommandsResource(Queries queries) {
        this.queries = queries;
    }

    @GET
    @Path("{id}")
    public Uni<Response> one(@PathParam("id") String id) {
        return queries.one(CommandRow.class, id).chain(row -> row.map(
                        found -> Uni.createFrom().item(answered(found)))
                .orElseGet(() -> queries.with(tx -> DeferredRows.find(tx, id)).map(found -> found.map(
                                deferred -> Response.ok(Json.of(deferred)).build())
                        .orElseGet(
                                () -> Json.unknown("command " + id + " has not been read, or is older than 7 days")))));
    }

    private static Response answered(CommandRow row) {
        return Response.ok(Json.of(ColumnCodec.read(CommandResult.parser(), row.result)))
                .build();
    }
}
