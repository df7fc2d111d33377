package io.hawser.ledger.catchup.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.position.LogPartition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How far the topics go that are read before the first decision. */
final class TopicEnds {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final CatchUp catchUp;
    private final TopicNames names;
    private final List<HawserTopic> topics;
    private long noted;

    TopicEnds(CatchUp catchUp, TopicNames names, List<String> topics) {
        this.catchUp = catchUp;
        this.names = names;
        this.topics =
                topics.stream().flatMap(name -> names.parse(name).stream()).toList();
    }

    /** Topic by topic, so that a missing topic is named. */
    Uni<Barrier> note() {
        noted = System.nanoTime();
        return Uni.join()
                .all(topics.stream()
                        .map(topic -> catchUp.barrier(List.of(topic))
                                .onFailure()
                                .transform(failure -> new IllegalStateException(
                                        "how far " + names.of(topic) + " goes: " + failure.getMessage(), failure)))
                        .toList())
                .andFailFast()
                .map(barriers -> {
                    Map<LogPartition, Long> ends = new HashMap<>();
                    barriers.forEach(barrier -> ends.putAll(barrier.ends()));
                    return new Barrier(ends);
                });
    }

    /** The noted ends stay, unless they belong to a log that is gone: then these count. */
    Uni<Optional<Barrier>> retakeIfUnreachable(Map<LogPartition, Long> missing) {
        return System.nanoTime() - noted < LOOK_AGAIN.toNanos()
                ? Uni.createFrom().item(Optional.empty())
                : note().map(now -> Optional.of(now).filter(ends -> Barrier.isUnreachable(missing, ends)));
    }
}
