package io.hawser.volume.api;

import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.Transactions;
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
import java.util.List;
import java.util.Optional;

/** The last answer to a command: accepted, rejected or done; deferred while the records that it needs may be unread. */
@Path("/v1/commands")
@Produces(MediaType.APPLICATION_JSON)
public class CommandsResource {
    private final Transactions transactions;

    public CommandsResource(Transactions transactions) {
        this.transactions = transactions;
    }

    @GET
    @Path("{id}")
    public Uni<RawJson<Either<CommandResult, DeferredCommand>>> one(@PathParam("id") String id) {
        return transactions
                .read(tx -> CommandRow.of(tx, List.of(id))
                        .chain(rows -> rows.isEmpty()
                                ? DeferredRows.find(tx, id).map(found -> found.map(ProtobufJson::withDefaults))
                                : Uni.createFrom().item(Optional.of(json(rows.getFirst())))))
                .map(answer -> new RawJson<>(answer.orElseThrow(
                        () -> new NotFoundException("command " + id + " has not been read, or is older than 7 days"))));
    }

    private static String json(CommandRow row) {
        return ProtobufJson.withDefaults(ColumnCodec.read(CommandResult.parser(), row.result));
    }
}
