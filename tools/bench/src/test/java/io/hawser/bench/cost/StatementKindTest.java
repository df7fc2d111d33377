package io.hawser.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementKindTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CONTROL   | BEGIN
                    CONTROL   | begin isolation level read committed
                    CONTROL   | COMMIT
                    CONTROL   | ROLLBACK
                    DECISIONS | update volume set phase=$1 where name=$2
                    DECISIONS | select commit_time from volume
                    DECISIONS | insert into ledger_outbox (shard, topic) select shard, topic from unnest($1)
                    DECISIONS | insert into ledger_due as d (kind, due) select * from unnest($1) where due <= $2
                    DECISIONS | select 1 from ledger_due where kind = $1 and key = $2 for update
                    RELAY     | select id, topic from ledger_outbox where shard = $1
                    RELAY     | delete from ledger_outbox o using unnest($2) as sent (id)
                    RELAY     | update ledger_shard set owner = $2
                    DUE       | select key from ledger_due where kind = $1 and due <= clock_timestamp()
                    DUE       | with recursive queues as (select 1) select key from ledger_due d where d.due <= now()
                    DUE       | with found as (select 1), mine as (update ledger_due d set leased = now()) select $1
                    DECISIONS | insert into ledger_due as d (key) select $1 on conflict do update set leased = null
                    """)
    void theTextShowsWhatAStatementIsFor(StatementKind kind, String query) {
        // Then
        assertThat(StatementKind.of(query)).isEqualTo(kind);
    }
}
