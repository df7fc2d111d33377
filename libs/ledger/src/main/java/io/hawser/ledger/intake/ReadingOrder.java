package io.hawser.ledger.intake;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Holds a topic back until what its records name has been read. Kafka gives topics in no common order: whoever begins at their start, with a database that is new
 * or restored, would meet a wish before the plugin that it names. The high watermarks are noted after the topic's partition was assigned; once they are
 * reached the topic is held no more.
 */
@ApplicationScoped
public class ReadingOrder {
    private static final Logger LOG = Logger.getLogger(ReadingOrder.class);

    private final Applier applier;
    private final TopicNames names;
    private final CatchUp catchUp;
    private final Transactions transactions;
    /** What is held back, and how far the topics before it must be read; empty = not noted yet. */
    private final Map<HawserTopic, Optional<Barrier>> held = new ConcurrentHashMap<>();
    /** Those of them that have records. */
    private final Set<HawserTopic> waiting = ConcurrentHashMap.newKeySet();

    public ReadingOrder(Applier applier, TopicNames names, CatchUp catchUp, Transactions transactions) {
        this.applier = applier;
        this.names = names;
        this.catchUp = catchUp;
        this.transactions = transactions;
    }

    /** Reading of these begins. How far to read first is noted now, not when their first record comes: a transaction that opens meanwhile is nobody's business. */
    void assigned(Collection<TopicPartition> partitions) {
        partitions.stream()
                .flatMap(partition -> names.parse(partition.topic()).stream())
                .distinct()
                .filter(topic -> !before(topic).isEmpty())
                .forEach(topic -> {
                    held.put(topic, Optional.empty());
                    note(topic)
                            .subscribe()
                            .with(noted -> {}, failure -> LOG.debug("noted with the first record", failure));
                });
    }

    /** The part of a batch that is not its turn yet. Never fails: asks again for as long as it takes. */
    Uni<Set<LogPartition>> tooEarly(IntakeBatch batch) {
        Set<HawserTopic> asked = EnumSet.noneOf(HawserTopic.class);
        batch.slices().forEach(slice -> topic(slice).filter(held::containsKey).ifPresent(asked::add));
        if (asked.isEmpty()) {
            return Uni.createFrom().item(Set.of());
        }
        return InOrder.each(List.copyOf(asked), this::note)
                .chain(() -> transactions.run(catchUp::positions))
                .invoke(positions -> asked.forEach(topic -> letGo(topic, positions)))
                .onFailure()
                .invoke(failure -> LOG.warnf("cannot tell yet how far to read first: %s", failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(200), Duration.ofSeconds(5))
                .indefinitely()
                .map(ignored -> batch.slices().stream()
                        .filter(slice -> topic(slice).filter(this::stillHeld).isPresent())
                        .map(IntakeBatch.Slice::log)
                        .collect(Collectors.toSet()));
    }

    private Uni<Void> note(HawserTopic topic) {
        if (held.getOrDefault(topic, Optional.empty()).isPresent()) {
            return Uni.createFrom().voidItem();
        }
        return catchUp.barrier(before(topic))
                .invoke(barrier -> held.replace(topic, Optional.empty(), Optional.of(barrier)))
                .replaceWithVoid();
    }

    /** The topics whose records wait until others are read, for a person. */
    public Set<String> heldBack() {
        return waiting.stream().map(names::of).collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean stillHeld(HawserTopic topic) {
        if (!held.containsKey(topic)) {
            return false;
        }
        if (waiting.add(topic)) {
            LOG.infof("%s waits until %s have been read", topic, before(topic));
        }
        return true;
    }

    private void letGo(HawserTopic topic, Map<LogPartition, Long> positions) {
        held.computeIfPresent(
                topic,
                (t, barrier) -> barrier.filter(b -> b.reachedBy(positions)).isPresent() ? null : barrier);
        if (!held.containsKey(topic) && waiting.remove(topic)) {
            LOG.infof("%s is read from now on", topic);
        }
    }

    private Set<HawserTopic> before(HawserTopic topic) {
        return applier.readAfter().getOrDefault(topic, Set.of());
    }

    private Optional<HawserTopic> topic(IntakeBatch.Slice slice) {
        return names.parse(slice.partition().topic());
    }
}
