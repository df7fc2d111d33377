package io.hawser.ledger.operator.api;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.AddedPartitions;
import io.hawser.ledger.operator.AddedPartitions.Topic;
import io.hawser.ledger.topic.kafka.LostTopicMaker;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Writes everything again to a state topic of this service with a new id: a person or {@link LostTopicMaker} created it
 * again, and it is empty. So it does if a person added partitions, where many keys' records belong now. After the last
 * record each partition gets a marker ({@link TopicComplete}); until then the topic's readers draw no conclusion from
 * missing records.
 *
 * <p>{@code ledger_topic} has the id and the partitions of the last complete topic. A process that ends half way leaves
 * the old ones there, and another process begins again. So it does if another database server answers meanwhile: an
 * older copy may lack records that were not sent yet.
 */
@ApplicationScoped
public class StateTopics {
    private static final Logger LOG = Logger.getLogger(StateTopics.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final List<StateRecords> kinds;
    private final TopicWatch watch;
    private final LostTopicMaker maker;
    private final StartGate gate;
    private final DatabaseLife life;
    private final StatePages pages;
    private final Transactions transactions;
    private final RecordEncoder encoder;
    private final Periodic looks;
    private final AddedPartitions added;

    /**
     * All topics were found complete.
     *
     * @param server the number in {@link DatabaseLife}: an older copy of the database may know less
     */
    private record Complete(long server, Map<HawserTopic, Topic> topics) {
        Complete {
            topics = Map.copyOf(topics);
        }
    }

    private volatile Complete complete = new Complete(0, Map.of());

    public StateTopics(
            @All List<StateRecords> kinds,
            TopicWatch watch,
            LostTopicMaker maker,
            StartGate gate,
            DatabaseLife life,
            StatePages pages,
            Transactions transactions,
            RecordEncoder encoder,
            LedgerConfig config,
            Vertx vertx) {
        this.kinds = kinds;
        this.watch = watch;
        this.maker = maker;
        this.gate = gate;
        this.life = life;
        this.pages = pages;
        this.transactions = transactions;
        this.encoder = encoder;
        // Some looks of a replica may get no answer.
        LedgerConfig.Topics look = config.topics();
        this.added =
                new AddedPartitions(look.lookEvery().plus(look.lookAtMost()).multipliedBy(3));
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> kinds.isEmpty() || !gate.isOpen() ? Uni.createFrom().voidItem() : compare(),
                failure -> LOG.warnf("a state topic is not complete yet, trying again: %s", failure.getMessage()));
    }

    void start(@Observes StartupEvent event) {
        maker.alsoMake(of(kinds).stream().map(encoder.names()::of).collect(Collectors.toUnmodifiableSet()));
        looks.start();
    }

    void stop(@Observes ShutdownEvent event) {
        looks.stop();
    }

    private Uni<Void> compare() {
        Map<HawserTopic, Topic> present = new HashMap<>();
        kinds.stream().flatMap(kind -> kind.topics().stream()).forEach(topic -> present(topic)
                .ifPresent(now -> present.put(topic, now)));
        Complete now = new Complete(life.number(), present);
        if (now.equals(complete)) {
            return Uni.createFrom().voidItem();
        }
        long nanos = System.nanoTime();
        added.saw(present.values(), nanos);
        return transactions.run(tx -> known(tx, present)).chain(known -> {
            List<HawserTopic> others = present.entrySet().stream()
                    .filter(topic -> !topic.getValue().equals(known.get(topic.getKey())))
                    .map(Map.Entry::getKey)
                    .toList();
            if (others.isEmpty()) {
                complete = now;
            }
            return InOrder.each(
                    others.stream()
                            .filter(topic -> !added.mayBeUnseen(
                                    Objects.requireNonNull(present.get(topic)),
                                    Objects.requireNonNull(known.get(topic)),
                                    nanos))
                            .toList(),
                    topic -> complete(topic, Objects.requireNonNull(present.get(topic))));
        });
    }

    private Optional<Topic> present(HawserTopic topic) {
        return watch.present(encoder.names().of(topic)).map(life -> new Topic(life.id(), life.partitions()));
    }

    /**
     * A topic that was never seen before has everything that this service ever wrote. A release that did not note the
     * number of partitions may have had fewer than there are: the usual number, which all topics of Hawser have, is
     * taken for complete, and with another one the topic is written again once.
     */
    private Uni<Map<HawserTopic, Topic>> known(LedgerTransaction tx, Map<HawserTopic, Topic> present) {
        List<Map.Entry<HawserTopic, Topic>> topics = List.copyOf(present.entrySet());
        return tx.statements()
                .update(
                        """
                        insert into ledger_topic as known (topic, topic_id, partitions)
                        select topic, id, partitions
                        from unnest($1::text[], $2::text[], $3::int[]) as t (topic, id, partitions) order by topic
                        on conflict (topic) do update set partitions = excluded.partitions
                        where known.topic_id = excluded.topic_id and known.partitions is null
                          and excluded.partitions = $4
                        """,
                        topics.stream()
                                .map(topic -> encoder.names().of(topic.getKey()))
                                .toArray(String[]::new),
                        topics.stream().map(topic -> topic.getValue().id()).toArray(String[]::new),
                        topics.stream()
                                .map(topic -> topic.getValue().partitions())
                                .toArray(Integer[]::new),
                        HawserTopic.ASSIGNMENTS.partitions())
                .chain(() ->
                        tx.statements().select("select topic, topic_id, coalesce(partitions, 0) from ledger_topic"))
                .map(rows -> {
                    Map<HawserTopic, Topic> known = new HashMap<>();
                    rows.forEach(row -> encoder.names()
                            .parse((String) row[0])
                            .ifPresent(topic -> known.put(topic, new Topic((String) row[1], (Integer) row[2]))));
                    return known;
                });
    }

    private Uni<Void> complete(HawserTopic topic, Topic now) {
        return transactions
                // One that ends later than one that begins now is none: the database's clock went back.
                .run(tx -> lease(
                        tx,
                        encoder.names().of(topic),
                        "(until < clock_timestamp() or until > clock_timestamp() + interval '15 seconds')"))
                .chain(ours -> ours == 1 ? again(topic, now) : Uni.createFrom().voidItem());
    }

    private static Uni<Integer> lease(LedgerTransaction tx, String name, String where) {
        return tx.statements()
                .update(
                        "update ledger_topic set until = clock_timestamp() + interval '15 seconds'"
                                + " where topic = $1 and " + where,
                        name);
    }

    private Uni<Void> again(HawserTopic topic, Topic now) {
        String name = encoder.names().of(topic);
        LOG.warnf("topic %s was made again, or has more partitions: all its records are written again", name);
        List<StateRecords> concerned =
                kinds.stream().filter(kind -> kind.topics().contains(topic)).toList();
        long server = life.number();
        return InOrder.each(concerned, kind -> pages.write(kind, tx -> only(server, () -> lease(tx, name, "true"))
                                .replaceWithVoid())
                        .replaceWithVoid())
                .chain(() -> sent(topic, now, server))
                .chain(() -> gate.whenOpen(tx -> only(server, () -> mark(tx, topic, now))))
                .invoke(() -> LOG.infof("topic %s has all present records again", name));
    }

    /** Fails if another server has answered since: records that were written before may be gone. */
    private <T> Uni<T> only(long server, Supplier<Uni<T>> work) {
        return life.number() == server
                ? work.get()
                : Uni.createFrom().failure(new IllegalStateException("another server answers"));
    }

    /** The outbox is drained in shards: only records that are already sent precede the markers. */
    private Uni<Void> sent(HawserTopic topic, Topic now, long server) {
        String name = encoder.names().of(topic);
        return gate.whenOpen(tx ->
                        only(server, () -> tx.statements().select("select coalesce(max(id), 0) from ledger_outbox")))
                .map(rows -> (Long) rows.getFirst()[0])
                .chain(last -> Uni.createFrom()
                        .deferred(() -> gate.whenOpen(tx -> only(server, () -> lease(tx, name, "true"))
                                .chain(() -> tx.statements()
                                        .select(
                                                "select count(*) from ledger_outbox where topic = $1 and id <= $2",
                                                name,
                                                last))))
                        .map(rows -> (Long) rows.getFirst()[0])
                        .invoke(() -> {
                            if (!present(topic).equals(Optional.of(now))) {
                                throw new IllegalStateException(name + " is another one again");
                            }
                        })
                        .repeat()
                        .withDelay(POLL)
                        .until(unsent -> unsent == 0)
                        .onItem()
                        .ignoreAsUni());
    }

    private Uni<Void> mark(LedgerTransaction tx, HawserTopic topic, Topic now) {
        TopicComplete.of(encoder, topic, now.id(), now.partitions()).forEach(tx::publish);
        return tx.execute(
                "update ledger_topic set topic_id = $2, partitions = $3, until = '-infinity' where topic = $1",
                encoder.names().of(topic),
                now.id(),
                now.partitions());
    }

    /** The topics that this service can write again. */
    static Set<HawserTopic> of(List<StateRecords> kinds) {
        return kinds.stream().flatMap(kind -> kind.topics().stream()).collect(Collectors.toUnmodifiableSet());
    }
}
