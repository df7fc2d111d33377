package io.hawser.ledger.position.db;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of how far a service has read. A replica may apply records only from exactly the stored position. */
public final class PositionRows {
    private PositionRows() {}

    /**
     * @param from the reader's position before
     * @param to its position after: one past the last applied record
     */
    public record Move(long from, long to) {}

    public static Uni<OptionalLong> load(Statements statements, String consumer, LogPartition log) {
        return statements
                .select(
                        "select next from ledger_position where consumer = $1 and topic_id = $2 and partition = $3",
                        consumer,
                        log.topicId(),
                        log.partition())
                .map(rows -> rows.isEmpty() ? OptionalLong.empty() : OptionalLong.of((Long) rows.getFirst()[0]));
    }

    /** All stored positions, by topic id and partition. */
    public static Uni<Map<LogPartition, Long>> all(Statements statements, String consumer) {
        return statements
                .select("select topic_id, topic, partition, next from ledger_position where consumer = $1", consumer)
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> new LogPartition((String) row[0], (String) row[1], (Integer) row[2]),
                                row -> (Long) row[3])));
    }

    /** Inserts the row of a partition that was never read; does nothing if there is one. */
    public static Uni<Void> create(Statements statements, String consumer, LogPartition log, long next) {
        return statements
                .update("""
                        insert into ledger_position (consumer, topic_id, partition, topic, next)
                        values ($1, $2, $3, $4, $5)
                        on conflict do nothing
                        """, consumer, log.topicId(), log.partition(), log.topic(), next)
                .replaceWithVoid();
    }

    /**
     * Moves each position that equals the reader's.
     *
     * @return the partitions that moved; another replica moved the others meanwhile
     */
    public static Uni<Set<LogPartition>> move(Statements statements, String consumer, Map<LogPartition, Move> moves) {
        List<Map.Entry<LogPartition, Move>> ordered = List.copyOf(new TreeMap<>(moves).entrySet());
        return statements
                .select(
                        """
                        update ledger_position p set next = m.after
                        from unnest($2::text[], $3::int[], $4::bigint[], $5::bigint[])
                          as m (topic_id, part, before, after)
                        where p.consumer = $1 and p.topic_id = m.topic_id and p.partition = m.part and p.next = m.before
                        returning p.topic_id, p.topic, p.partition
                        """,
                        consumer,
                        ordered.stream().map(e -> e.getKey().topicId()).toArray(String[]::new),
                        ordered.stream().map(e -> e.getKey().partition()).toArray(Integer[]::new),
                        ordered.stream().map(e -> e.getValue().from()).toArray(Long[]::new),
                        ordered.stream().map(e -> e.getValue().to()).toArray(Long[]::new))
                .map(rows -> rows.stream()
                        .map(row -> new LogPartition((String) row[0], (String) row[1], (Integer) row[2]))
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
