package io.hawser.ledger.outbox.kafka;

import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rows of missing topics. They stay in the outbox under another shard number that no relay drains, so that relays do
 * not read them each time. They keep their ids and therefore their order.
 */
final class AsideRows {
    private AsideRows() {}

    private static short aside(int shard) {
        return (short) (-1 - shard);
    }

    /** The topics with such rows. */
    static Uni<Set<String>> topics(Statements statements, int shard) {
        return statements
                .select("select distinct topic from ledger_outbox where shard = $1", aside(shard))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Sets the oldest rows of these topics aside. Changes nothing if the shard has another owner: only an owner that
     * begins afterwards learns of these rows.
     *
     * @param incarnation of the owner
     */
    static Uni<Integer> put(Statements statements, int shard, String incarnation, Set<String> topics, int limit) {
        return statements.update("""
                with mine as (select 1 from ledger_shard where shard = $2 and incarnation = $4 for share)
                update ledger_outbox set shard = $1 where shard = $2 and exists (select 1 from mine) and id = any(array(
                  select id from ledger_outbox where shard = $2 and topic = any($3) order by id limit $5))
                """, aside(shard), (short) shard, topics.toArray(String[]::new), incarnation, limit);
    }

    /**
     * The oldest rows of one topic, unless the shard has another owner.
     *
     * @param incarnation of the owner
     * @return how many
     */
    static Uni<Integer> takeBack(Statements statements, int shard, String incarnation, String topic, int limit) {
        return statements.update("""
                with mine as (select 1 from ledger_shard where shard = $1 and incarnation = $5 for share)
                update ledger_outbox set shard = $1 where shard = $2 and exists (select 1 from mine) and id = any(array(
                  select id from ledger_outbox where shard = $2 and topic = $3 order by id limit $4))
                """, (short) shard, aside(shard), topic, limit, incarnation);
    }

    /** On a compacted topic a reader can rely only on the last record of a key. */
    static Uni<Integer> dropSuperseded(Statements statements, int shard, List<String> topics) {
        return statements.update("""
                delete from ledger_outbox o using (
                  select topic, key, max(id) as last from ledger_outbox where shard = $1 and topic = any($2)
                  group by topic, key) as k
                where o.shard = $1 and o.topic = k.topic and o.key = k.key and o.id < k.last
                """, aside(shard), topics.toArray(String[]::new));
    }

    /** Rows that the topic itself would have deleted by now. */
    static Uni<Integer> dropOlder(Statements statements, int shard, List<String> topics, Duration than) {
        return statements.update("""
                delete from ledger_outbox
                where shard = $1 and topic = any($2) and drawn < clock_timestamp() - $3 * interval '1 millisecond'
                """, aside(shard), topics.toArray(String[]::new), (double) than.toMillis());
    }
}
