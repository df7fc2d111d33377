package io.hawser.volume.api;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.rest.RawJson;
import io.hawser.rest.RawJson.Either;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeferredCommand;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.command.db.DeferredRows;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;

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
    public Uni<RawJson<Either<CommandResult, DeferredCommand>>> one(@PathParam("id") String id) {
        return queries.one(CommandRow.class, "where r.id = $1", id)
                .chain(row -> row.<Uni<Optional<String>>>map(found -> Uni.createFrom()
                                .item(Optional.of(Json.of(ColumnCodec.read(CommandResult.parser(), found.result)))))
                        .orElseGet(() ->
                                queries.with(tx -> DeferredRows.find(tx, id)).map(deferred -> deferred.map(Json::of))))
                .map(answer -> new RawJson<>(answer.orElseThrow(
                        () -> new NotFoundException("command " + id + " has not been read, or is older than 7 days"))));
    }
}
