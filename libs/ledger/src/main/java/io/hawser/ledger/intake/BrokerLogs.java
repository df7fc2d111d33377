package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogBounds;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Where logs begin and end, by the broker's word. Asks on the admin client's connection, so it waits for no fetch. */
@ApplicationScoped
class BrokerLogs {
    private static final int ANSWER_MS = 1_000;

    private final Admin admin;

    BrokerLogs(Admin admin) {
        this.admin = admin;
    }

    /** For a committed reader. Fails if the broker does not answer within a second, or not for all of them. */
    Uni<Map<TopicPartition, LogBounds>> bounds(Collection<TopicPartition> partitions) {
        return Uni.combine()
                .all()
                .unis(offsets(partitions, OffsetSpec.earliest()), offsets(partitions, OffsetSpec.latest()))
                .with((starts, ends) -> {
                    Map<TopicPartition, LogBounds> bounds = new HashMap<>();
                    starts.forEach((partition, start) -> bounds.put(
                            partition,
                            new LogBounds(
                                    start.offset(),
                                    Objects.requireNonNull(ends.get(partition)).offset())));
                    return bounds;
                });
    }

    private Uni<Map<TopicPartition, ListOffsetsResultInfo>> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
        return Uni.createFrom().completionStage(() -> admin.listOffsets(
                        asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MS))
                .all()
                .toCompletionStage());
    }
}
