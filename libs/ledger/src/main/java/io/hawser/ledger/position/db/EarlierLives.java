package io.hawser.ledger.position.db;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Topics that this service read under another id: they were deleted and created again. Unread records of the earlier
 * topic are lost, and their content is unknown. So its positions stay until a writer or a person declares the new
 * topic complete. Then they are moved beyond every offset, and waiting work continues. A person also gives such an id
 * to the positions of a topic that lost records ({@code LogBounds}); no mark of its writer declares that one complete.
 */
public final class EarlierLives {
    private static final long BEYOND_ALL = Long.MAX_VALUE;

    private EarlierLives() {}

    /**
     * The topics among these that this service also read under an earlier id, and that no operator has declared
     * complete.
     *
     * @param ids the present ones, by full name
     */
    public static Uni<Set<String>> open(Statements statements, String consumer, Map<String, String> ids) {
        List<Map.Entry<String, String>> topics = List.copyOf(ids.entrySet());
        return statements
                .select(
                        """
                        select distinct p.topic from ledger_position p
                        join unnest($2::text[], $3::text[]) as t (topic, id) on p.topic = t.topic
                        where p.consumer = $1 and p.topic_id <> t.id and p.next < $4
                        """,
                        consumer,
                        topics.stream().map(Map.Entry::getKey).toArray(String[]::new),
                        topics.stream().map(Map.Entry::getValue).toArray(String[]::new),
                        BEYOND_ALL)
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Notes that the topic of that id is complete.
     *
     * @return whether anything waited for that
     */
    public static Uni<Boolean> close(Statements statements, String consumer, String topic, String id) {
        return statements.update("""
                        update ledger_position set next = $4
                        where consumer = $1 and topic = $2 and topic_id <> $3 and next < $4
                        """, consumer, topic, id, BEYOND_ALL).map(rows -> rows > 0);
    }

    /**
     * Notes that one partition of the topic is complete.
     *
     * @param partitions number of partitions; the last one also closes those that only the earlier topic had
     */
    public static Uni<Void> close(Statements statements, String consumer, LogPartition now, int partitions) {
        return statements
                .update("""
                        update ledger_position set next = $6
                        where consumer = $1 and topic = $2 and topic_id <> $3 and next < $6
                          and topic_id not like 'lost-%'
                          and (partition = $4 or ($4 = $5 - 1 and partition >= $5))
                        """, consumer, now.topic(), now.topicId(), now.partition(), partitions, BEYOND_ALL)
                .replaceWithVoid();
    }
}
