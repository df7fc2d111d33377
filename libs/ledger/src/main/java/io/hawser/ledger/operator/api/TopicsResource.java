package io.hawser.ledger.operator.api;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.rest.Problem;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** A person's statement about a topic that was deleted and created again. */
@Path("/v1/topics")
@Produces(MediaType.APPLICATION_JSON)
public class TopicsResource {
    private final WriteToken token;
    private final Transactions transactions;
    private final CatchUp catchUp;
    private final LedgerConfig config;
    private final TopicNames names;
    private final TopicWatch watch;
    private final List<String> read;

    public TopicsResource(
            WriteToken token,
            Transactions transactions,
            CatchUp catchUp,
            LedgerConfig config,
            TopicNames names,
            TopicWatch watch,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> read) {
        this.token = token;
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.config = config;
        this.names = names;
        this.watch = watch;
        this.read = List.copyOf(read);
    }

    /** @param waited whether decisions of this service waited for it */
    public record Accepted(boolean waited) {}

    /**
     * The topic is complete. Accepted only after this service has read its present content, because records that its
     * writers wrote again may still be unread.
     */
    @POST
    @Path("/{topic}/accept")
    public Uni<Accepted> accept(
            @HeaderParam("Authorization") Optional<String> authorization, @PathParam("topic") String topic) {
        token.check(authorization);
        HawserTopic known = names.parse(topic)
                .orElseThrow(() -> Problem.refusal(Response.Status.NOT_FOUND, topic + " is no topic of Hawser"));
        if (!read.contains(topic)) {
            return Uni.createFrom().item(new Accepted(false));
        }
        return catchUp.present(List.of(known))
                .onFailure(CatchUp::isGone)
                .transform(gone -> Problem.refusal(
                        Response.Status.CONFLICT,
                        topic + " is gone: make it again with " + watch.command(topic) + ", then accept it"))
                .chain(present -> transactions.run(tx -> catchUp.positions(tx).chain(positions -> {
                    if (!present.barrier().reachedBy(positions)) {
                        return Uni.createFrom()
                                .failure(Problem.refusal(Response.Status.CONFLICT, unread(present.barrier())));
                    }
                    return accept(
                            tx, topic, Objects.requireNonNull(present.ids().get(topic)));
                })));
    }

    private Uni<Accepted> accept(LedgerTransaction tx, String topic, String id) {
        return EarlierLives.close(tx.statements(), config.service(), topic, id).map(Accepted::new);
    }

    private static String unread(Barrier barrier) {
        return "not everything of it is read yet, up to " + barrier.toText() + "; try again";
    }
}
