package io.hawser.ledger.intake;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Holds back a topic until the entities that its records name have been read. Kafka delivers topics in no common order:
 * with a new or restored database, a command would be read before the plugin that it names. The high watermarks are
 * noted after the topic's partition was assigned. Until they are reached, the topic's partitions are paused.
 *
 * <p>Once everything is read that was there when the service started, later records come in no order anyway. So
 * nothing is held back when partitions only move to this replica: if a topic is gone, its turn would never come.
 */
@ApplicationScoped
public class ReadingOrder {
    private static final Logger LOG = Logger.getLogger(ReadingOrder.class);

    private final RecordHandler handler;
    private final TopicNames names;
    private final CatchUp catchUp;
    private final Transactions transactions;
    private final PausedPartitions paused;
    private final BooleanSupplier read;

    @Produces
    final Periodic looks;

    /** Why it is not known whether a topic's turn has come. */
    private final Map<HawserTopic, String> lastFailures = new ConcurrentHashMap<>();
    /** The topics held back, and how far the topics before them must be read; empty = not noted yet. */
    private final Map<HawserTopic, Optional<Barrier>> held = new ConcurrentHashMap<>();
    /** Those of them that have records. */
    private final Set<HawserTopic> waiting = ConcurrentHashMap.newKeySet();

    @Inject
    ReadingOrder(
            RecordHandler handler,
            TopicNames names,
            CatchUp catchUp,
            Transactions transactions,
            PausedPartitions paused,
            StartGate gate,
            Vertx vertx) {
        this(handler, names, catchUp, transactions, paused, gate::isRead, vertx);
    }

    /** @param read whether the database has what was in the topics when this process, or the database, started */
    ReadingOrder(
            RecordHandler handler,
            TopicNames names,
            CatchUp catchUp,
            Transactions transactions,
            PausedPartitions paused,
            BooleanSupplier read,
            Vertx vertx) {
        this.handler = handler;
        this.names = names;
        this.catchUp = catchUp;
        this.transactions = transactions;
        this.paused = paused;
        this.read = read;
        this.looks = new Periodic(vertx, CatchUp.LOOK_AGAIN, this::look, failure -> held.keySet()
                .forEach(topic -> failed(topic, failure)));
    }

    /**
     * Reading of these partitions begins. The ends are noted now, not at the first record, so that a transaction that
     * opens later does not count.
     */
    void assigned(Collection<TopicPartition> partitions) {
        if (read.getAsBoolean()) {
            return;
        }
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

    /** Whether it is not the partition's turn yet. */
    boolean holdsBack(TopicPartition partition) {
        return !held.isEmpty()
                && names.parse(partition.topic()).filter(this::stillHeld).isPresent();
    }

    private Uni<Void> look() {
        if (held.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return each(this::note)
                .chain(() -> transactions.read(catchUp::positions))
                .chain(positions -> each(topic -> letGo(topic, positions)));
    }

    /** A topic with which this fails holds back no other one. */
    private Uni<Void> each(Function<HawserTopic, Uni<Void>> work) {
        return InOrder.each(List.copyOf(held.keySet()), topic -> work.apply(topic)
                .onFailure()
                .invoke(failure -> failed(topic, failure))
                .onFailure()
                .recoverWithNull());
    }

    /** The same failure is written once. */
    private void failed(HawserTopic topic, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (!message.equals(lastFailures.put(topic, message))) {
            LOG.warnf("%s waits: what has to be known before its records is not known yet: %s", topic, message);
        }
    }

    private Uni<Void> note(HawserTopic topic) {
        if (held.getOrDefault(topic, Optional.empty()).isPresent()) {
            return Uni.createFrom().voidItem();
        }
        return catchUp.barrier(before(topic))
                .invoke(barrier -> held.replace(topic, Optional.empty(), Optional.of(barrier)))
                .replaceWithVoid();
    }

    /** The topics whose records wait for other topics, for a person. */
    public Set<String> heldBack() {
        return waiting.stream().filter(held::containsKey).map(names::of).collect(Collectors.toCollection(TreeSet::new));
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

    private Uni<Void> letGo(HawserTopic topic, Map<LogPartition, Long> positions) {
        Optional<Barrier> barrier = held.getOrDefault(topic, Optional.empty());
        return barrier.filter(b -> b.reachedBy(positions)).isEmpty()
                ? Uni.createFrom().voidItem()
                : handler.beforeReading(topic).invoke(() -> letGo(topic, barrier));
    }

    private void letGo(HawserTopic topic, Optional<Barrier> barrier) {
        if (held.remove(topic, barrier)) {
            lastFailures.remove(topic);
            if (waiting.remove(topic)) {
                LOG.infof("%s is read from now on", topic);
            }
            paused.resume(partition -> names.parse(partition.topic()).equals(Optional.of(topic)));
        }
    }

    private Set<HawserTopic> before(HawserTopic topic) {
        return handler.readAfter().getOrDefault(topic, Set.of());
    }
}
