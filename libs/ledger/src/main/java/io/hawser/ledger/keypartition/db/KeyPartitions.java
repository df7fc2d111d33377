package io.hawser.ledger.keypartition.db;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.keypartition.KeyVerdict;
import io.hawser.ledger.keypartition.KeyVerdict.Key;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Keeps table {@code ledger_key_partition}, and judges records by it. */
@ApplicationScoped
public class KeyPartitions {
    private static final Logger LOG = Logger.getLogger(KeyPartitions.class);
    // Transactions with common keys must lock them in one order.
    private static final Comparator<Key> ORDER =
            Comparator.comparing(Key::topicId).thenComparing(Key::key);

    private final TopicNames names;
    private final MeterRegistry metrics;

    public KeyPartitions(TopicNames names, MeterRegistry metrics) {
        this.names = names;
        this.metrics = metrics;
    }

    /**
     * The records to apply, in their order. A record whose key is known from another partition is refused; the refusal
     * names both partitions.
     */
    public Uni<List<Decoded>> judge(LedgerTransaction tx, List<Decoded> records) {
        List<Key> keys = records.stream()
                .flatMap(record -> KeyVerdict.key(record).stream())
                .filter(key -> watched(key.topic()))
                .distinct()
                .sorted(ORDER)
                .toList();
        return keys.isEmpty()
                ? Uni.createFrom().item(records)
                : load(tx, keys).chain(known -> settle(tx, records, known));
    }

    private Uni<List<Decoded>> settle(LedgerTransaction tx, List<Decoded> records, Map<Key, Integer> known) {
        KeyVerdict verdict = KeyVerdict.of(records, known, this::watched);
        List<Key> toWrite = verdict.written().keySet().stream()
                .filter(key -> !known.containsKey(key) || verdict.ended().contains(key) || keptByTime(key))
                .sorted(ORDER)
                .toList();
        return delete(tx, verdict.ended())
                .chain(() -> write(tx, toWrite, verdict.written()))
                .chain(stored -> {
                    if (stored < toWrite.size()) {
                        // Another replica has just stored one of these keys for its partition, and was first. From the
                        // start: this transaction must not take its own rows for known ones.
                        return Uni.createFrom()
                                .failure(DatabaseFailures.conflict("another replica stored a key first"));
                    }
                    verdict.strayTombstones().forEach(stray -> tx.afterCommit(() -> dropped(stray)));
                    return Uni.createFrom().item(verdict.records());
                });
    }

    private Uni<Map<Key, Integer>> load(LedgerTransaction tx, List<Key> keys) {
        Map<String, String> topics =
                keys.stream().collect(Collectors.toMap(Key::topicId, Key::topic, (one, same) -> one));
        return tx.statements().select("""
                        select p.topic_id, p.key, p.partition from ledger_key_partition p
                        join unnest($1::text[], $2::text[]) as asked (topic_id, key) using (topic_id, key)
                        """, topicIds(keys), texts(keys)).map(rows -> {
            Map<Key, Integer> known = new HashMap<>();
            rows.forEach(row -> known.put(
                    new Key((String) row[0], Objects.requireNonNull(topics.get((String) row[0])), (String) row[1]),
                    (Integer) row[2]));
            return known;
        });
    }

    /** @return how many keys are in that partition now */
    private Uni<Integer> write(LedgerTransaction tx, List<Key> keys, Map<Key, Integer> partitions) {
        if (keys.isEmpty()) {
            return Uni.createFrom().item(0);
        }
        return tx.statements()
                .update(
                        """
                        insert into ledger_key_partition as p (topic_id, key, partition, kept_by_time_since)
                        select * from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[])
                        on conflict (topic_id, key) do update set kept_by_time_since = excluded.kept_by_time_since
                        where p.partition = excluded.partition
                        """,
                        topicIds(keys),
                        texts(keys),
                        keys.stream().map(partitions::get).toArray(Integer[]::new),
                        keys.stream()
                                .map(key -> keptByTime(key) ? tx.now() : null)
                                .toArray(Instant[]::new));
    }

    private static Uni<Void> delete(LedgerTransaction tx, Set<Key> keys) {
        if (keys.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        List<Key> ordered = keys.stream().sorted(ORDER).toList();
        return tx.execute("""
                delete from ledger_key_partition p using unnest($1::text[], $2::text[]) as gone (topic_id, key)
                where p.topic_id = gone.topic_id and p.key = gone.key
                """, topicIds(ordered), texts(ordered));
    }

    private void dropped(Decoded.Tombstone tombstone) {
        LOG.warnf(
                "tombstone dropped: its key is known from another partition key=%s record=%s",
                tombstone.key(), tombstone.origin());
        metrics.counter("hawser_intake_stray_total", "topic", tombstone.origin().topic())
                .increment();
    }

    private boolean watched(String topic) {
        return topic(topic).filter(HawserTopic::writtenByOrchestrator).isPresent();
    }

    private boolean keptByTime(Key key) {
        return topic(key.topic())
                .filter(topic -> topic.cleanupPolicy() == HawserTopic.CleanupPolicy.DELETE)
                .isPresent();
    }

    private Optional<HawserTopic> topic(String name) {
        return names.parse(name);
    }

    private static String[] topicIds(List<Key> keys) {
        return keys.stream().map(Key::topicId).toArray(String[]::new);
    }

    private static String[] texts(List<Key> keys) {
        return keys.stream().map(Key::key).toArray(String[]::new);
    }
}
