package io.hawser.deallocator.api;

import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Map;

/**
 * How far this service has read. Who has written a record asks here first: a page that is asked for later shows what
 * the record did, also if it shows nothing.
 */
@Path("/v1/positions")
public class PositionsResource {
    private final Transactions transactions;
    private final CatchUp catchUp;

    public PositionsResource(Transactions transactions, CatchUp catchUp) {
        this.transactions = transactions;
        this.catchUp = catchUp;
    }

    /** All partitions that were ever read. */
    public record PositionsView(List<PositionView> positions) {}

    /**
     * One partition.
     *
     * @param topicId Kafka's: a topic that is made again has another
     * @param next the offset after the last record that was read
     */
    public record PositionView(String topic, String topicId, int partition, long next) {}

    @GET
    public Uni<PositionsView> all() {
        return transactions
                .read(catchUp::positions)
                .map(positions -> new PositionsView(positions.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(position -> view(position.getKey(), position.getValue()))
                        .toList()));
    }

    private static PositionView view(LogPartition log, long next) {
        return new PositionView(log.topic(), log.topicId(), log.partition(), next);
    }
}
