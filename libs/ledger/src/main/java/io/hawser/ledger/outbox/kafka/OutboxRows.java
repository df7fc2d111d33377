package io.hawser.ledger.outbox.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.ledger.outbox.Drawn;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of records that are still to be sent. */
final class OutboxRows {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

    /** A page ends with the row that exceeds this; the size of a value is known without reading it. */
    private static final long PAGE_BYTES = 4L * 1024 * 1024;

    private OutboxRows() {}

    /** @param drawn identifies this row, also across restores */
    record Row(long id, Drawn drawn, OutgoingRecord record) {}

    /** One statement for all; ids are drawn in the list's order. */
    static Uni<Void> insert(Statements statements, List<OutgoingRecord> records) {
        if (records.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        insert into ledger_outbox (shard, topic, key, partition_key, headers, value)
                        select shard, topic, key, partition_key, headers, value
                        from unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[])
                          with ordinality as r (shard, topic, key, partition_key, headers, value, n)
                        order by n
                        """,
                        records.stream().map(r -> Shards.of(r.topic(), r.key())).toArray(Short[]::new),
                        records.stream().map(OutgoingRecord::topic).toArray(String[]::new),
                        records.stream().map(OutgoingRecord::key).toArray(String[]::new),
                        records.stream().map(r -> r.partitionKey().orElse(null)).toArray(String[]::new),
                        records.stream().map(r -> write(r.headers())).toArray(String[]::new),
                        records.stream()
                                .map(r -> r.value()
                                        .map(value -> Buffer.buffer(value.toByteArray()))
                                        .orElse(null))
                                .toArray(Buffer[]::new))
                .replaceWithVoid();
    }

    /**
     * The oldest rows in order: fewer if they are large, none only if there is none. The first row shows whether
     * another server answers.
     */
    static Uni<List<Row>> oldest(Statements statements, int shard, int limit, DatabaseLife life) {
        return rows(life, statements.select("""
                        select id, topic, key, partition_key, headers, value, drawn, pg_postmaster_start_time()
                        from (
                          select page.*, sum(bytes) over (order by id) - bytes as bytes_before
                          from (
                            select *, octet_length(headers) + coalesce(octet_length(value), 0) as bytes
                            from ledger_outbox where shard = $1 order by id limit $2) page) sized
                        where bytes_before < $3 order by id
                        """, (short) shard, limit, PAGE_BYTES));
    }

    /** The rows after that id in order, without their headers and values. */
    static Uni<List<Row>> emptyAfter(Statements statements, int shard, long id, int limit, DatabaseLife life) {
        return rows(life, statements.select("""
                        select id, topic, key, partition_key, '{}', null::bytea, drawn, pg_postmaster_start_time()
                        from ledger_outbox where shard = $1 and id > $3 order by id limit $2
                        """, (short) shard, limit, id));
    }

    private static Uni<List<Row>> rows(DatabaseLife life, Uni<List<Object[]>> found) {
        return found.invoke(rows -> rows.stream().limit(1).forEach(row -> life.answeredBy((OffsetDateTime) row[7])))
                .map(rows -> rows.stream().map(OutboxRows::row).toList());
    }

    /**
     * Exactly these rows: a database that went back meanwhile gives the same ids to others. One look-up for each row: a
     * join that was planned while the table was empty reads all rows of the shard.
     */
    static Uni<Void> delete(Statements statements, int shard, List<Row> rows) {
        return statements
                .update(
                        """
                        delete from ledger_outbox where ctid = any (array(
                          select found.ctid from unnest($2::bigint[], $3::bigint[]) as sent (id, micros)
                          cross join lateral (
                            select o.ctid from ledger_outbox o
                            where o.shard = $1 and o.id = sent.id
                              and (extract(epoch from o.drawn) * 1000000)::bigint = sent.micros
                            offset 0) found))
                        """,
                        (short) shard,
                        rows.stream().map(Row::id).toArray(Long[]::new),
                        rows.stream().map(row -> row.drawn().micros()).toArray(Long[]::new))
                .replaceWithVoid();
    }

    private static Row row(Object[] columns) {
        long id = (Long) columns[0];
        return new Row(
                id,
                Drawn.at(id, (OffsetDateTime) columns[6]),
                new OutgoingRecord(
                        (String) columns[1],
                        (String) columns[2],
                        Optional.ofNullable((String) columns[3]),
                        read((String) columns[4]),
                        Optional.ofNullable(columns[5]).map(Statements::bytes).map(ByteString::copyFrom)));
    }

    private static String write(Map<String, String> headers) {
        try {
            return JSON.writeValueAsString(headers);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of strings is always JSON", e);
        }
    }

    private static Map<String, String> read(String headers) {
        try {
            return JSON.readValue(headers, HEADERS);
        } catch (JsonProcessingException e) {
            throw new UnreadableRowException("ledger_outbox.headers", headers, e);
        }
    }
}
