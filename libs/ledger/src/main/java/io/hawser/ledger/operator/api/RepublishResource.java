package io.hawser.ledger.operator.api;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.rest.Problem;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes every state record again, for a consumer that may have missed some. Two concurrent requests publish each
 * record twice.
 */
@Path("/v1/republish")
@Produces(MediaType.APPLICATION_JSON)
public class RepublishResource {
    private final WriteToken token;
    private final StatePages pages;
    private final List<StateRecords> kinds;

    public RepublishResource(WriteToken token, StatePages pages, @All List<StateRecords> kinds) {
        this.token = token;
        this.pages = pages;
        this.kinds = kinds;
    }

    /** @param records how many are published */
    public record Republished(long records) {}

    @POST
    public Uni<Republished> republish(@HeaderParam("Authorization") Optional<String> authorization) {
        token.check(authorization);
        AtomicLong records = new AtomicLong();
        return InOrder.each(
                        kinds, kind -> pages.write(kind, tx -> Uni.createFrom().voidItem())
                                .invoke(records::addAndGet)
                                .replaceWithVoid())
                .map(ignored -> new Republished(records.get()))
                .onFailure(ClosedGateException.class)
                .transform(shut -> Problem.refusal(
                        Response.Status.SERVICE_UNAVAILABLE,
                        "this service decides nothing yet, and may have an older state than it wrote before; it waits"
                                + " for " + shut.getMessage() + ". Try again when it is ready"));
    }
}
