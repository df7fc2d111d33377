package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Sets rows of missing topics aside for one shard, and brings them back when their topic exists again: all of them
 * before the topic's next row is sent, so that each key keeps its order.
 *
 * <p>Used only by the shard's thread, except {@link #topics()}.
 */
class SetAside {
    private static final Logger LOG = Logger.getLogger(SetAside.class);
    private static final int PAGE = 5_000;
    private static final Duration TIDY_EVERY = Duration.ofMinutes(1);

    record Parts(
            TopicWatch watch,
            Transactions transactions,
            TopicNames names,
            MeterRegistry metrics,
            Duration historyKept,
            Duration database) {}

    private final int shard;
    private final String incarnation;
    private final Parts parts;
    private volatile Set<String> topics = Set.of();
    private long tidyAt;

    /** @param incarnation as in {@link ShardLease} */
    SetAside(int shard, String incarnation, Parts parts) {
        this.shard = shard;
        this.incarnation = incarnation;
        this.parts = parts;
    }

    /** The topics that rows of this shard wait for; empty if another process drains the shard. */
    Set<String> topics() {
        return topics;
    }

    /** The shard belongs to this process now; its last owner may have set rows aside. */
    void begin() {
        topics = await(statements -> AsideRows.topics(statements, shard));
        tidyAt = System.nanoTime() + TIDY_EVERY.toNanos();
    }

    /** The shard no longer belongs to this process. */
    void end() {
        topics = Set.of();
    }

    /**
     * Brings back the rows of topics that exist again.
     *
     * @param leased whether the shard still belongs to this process; prolongs the lease
     * @return whether there were any
     */
    boolean bringsBack(BooleanSupplier leased) {
        Set<String> lost = parts.watch().lost();
        boolean some = false;
        for (String topic : topics) {
            if (!lost.contains(topic)) {
                takeBack(topic, leased);
                some = true;
            }
        }
        tidy();
        return some;
    }

    private void takeBack(String topic, BooleanSupplier leased) {
        int rows = 0;
        int page;
        do {
            page = await(statements -> AsideRows.takeBack(statements, shard, incarnation, topic, PAGE));
            rows += page;
        } while (page == PAGE && leased.getAsBoolean());
        if (page < PAGE) {
            topics = without(topic);
            LOG.infof("outbox shard %d: %d records that waited for %s go on", shard, rows, topic);
        }
    }

    private Set<String> without(String topic) {
        return topics.stream().filter(other -> !other.equals(topic)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Sets aside rows whose topic is missing, or whose earlier rows still wait: one page at most, because a statement
     * on all of them may last longer than this relay waits. The others must be read again.
     *
     * @return whether there were any
     */
    boolean takes(List<OutboxRows.Row> rows) {
        Set<String> waiting = new HashSet<>(parts.watch().lost());
        waiting.addAll(topics);
        Set<String> concerned = rows.stream()
                .map(row -> row.record().topic())
                .filter(waiting::contains)
                .collect(Collectors.toUnmodifiableSet());
        if (concerned.isEmpty()) {
            return false;
        }
        int count = await(statements -> AsideRows.put(statements, shard, incarnation, concerned, PAGE));
        if (!topics.containsAll(concerned)) {
            concerned.stream()
                    .filter(topic -> !topics.contains(topic))
                    .forEach(topic -> LOG.errorf(
                            "outbox shard %d: records for %s are set aside until it is there again", shard, topic));
            Set<String> all = new HashSet<>(topics);
            all.addAll(concerned);
            topics = Set.copyOf(all);
        }
        LOG.debugf("outbox shard %d: %d records set aside", shard, count);
        return true;
    }

    /** Keeps unreadable rows from growing without limit. */
    private void tidy() {
        if (topics.isEmpty() || System.nanoTime() - tidyAt < 0) {
            return;
        }
        tidyAt = System.nanoTime() + TIDY_EVERY.toNanos();
        await(statements -> AsideRows.dropSuperseded(statements, shard, topics(HawserTopic.CleanupPolicy.COMPACT)));
        List<String> history = topics(HawserTopic.CleanupPolicy.DELETE);
        int dropped = await(statements -> AsideRows.dropOlder(statements, shard, history, parts.historyKept()));
        if (dropped > 0) {
            LOG.warnf("%d records for %s are older than %s, and dropped", dropped, history, parts.historyKept());
            parts.metrics().counter("hawser_outbox_history_dropped_total").increment(dropped);
        }
    }

    private List<String> topics(HawserTopic.CleanupPolicy kept) {
        Predicate<String> so = name -> parts.names()
                .parse(name)
                .filter(topic -> topic.cleanupPolicy() == kept)
                .isPresent();
        return topics.stream().filter(so).toList();
    }

    private <T> T await(Function<Statements, Uni<T>> statement) {
        return parts.transactions().single(statement).await().atMost(parts.database());
    }
}
