package io.hawser.testkit.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationRulesTest {
    private static final String FILE = "V0123__more.sql";

    @ParameterizedTest
    @DisplayName("What only adds lets replicas of the release before go on")
    @ValueSource(
            strings = {
                "create table shelf (book text primary key, place text not null); "
                        + "create index shelf_place on shelf (place);",
                "alter table volume add column place text;",
                "alter table volume add column place text not null default '', add column row int;",
                "alter table volume add column seen timestamptz not null default now();",
                "drop index concurrently if exists volume_place; "
                        + "create index concurrently volume_place on volume (place);",
                "create table shelf (book text); alter table shelf add constraint named check (book <> '');",
                "create table shelf (book text); create unique index shelf_book on shelf (book);",
                "comment on table volume is 'x'; insert into shelf values ('a');",
                "-- drop table volume;\n alter table volume\n  add column a text; -- rename"
            })
    void adds(String sql) {
        assertThat(MigrationRules.broken(FILE, sql)).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("What breaks the release before, or locks a table for long, is named with its statement")
    @CsvSource(
            delimiter = '|',
            value = {
                "alter table claim drop column awaits | one release later",
                "alter table claim rename column awaits to x | only adds",
                "alter table claim alter column since type text | only adds",
                "alter table claim add column a text, drop column b | only adds",
                "alter table claim add column a int not null | needs a default",
                "alter table claim add column a uuid default gen_random_uuid() | rewrites the table",
                "alter table claim add column a text unique | only adds",
                "alter table claim add constraint named check (task <> '') | one release later",
                "alter table claim add constraint named check (task <> '') not valid | one release later",
                "drop index concurrently if exists a; create unique index concurrently a on claim (b) | release later",
                "create index concurrently claim_task on claim (task) | dropped if it exists",
                "drop index concurrently if exists a | one release later",
                "create index claim_task on claim (task) | concurrently",
                "create unique index claim_task on claim (task) | concurrently",
                "drop table claim | one release later",
                "drop index claim_task | one release later",
                "update claim set awaits = '{}' | only adds",
                "delete from claim | only adds"
            })
    void breaks(String sql, String message) {
        assertThat(MigrationRules.broken(FILE, sql + ";"))
                .singleElement()
                .asString()
                .startsWith(FILE)
                .contains(message)
                .endsWith(sql);
    }

    @Test
    @DisplayName("One release later a migration that says so takes away, and still neither renames nor rewrites")
    void contracts() {
        assertThat(MigrationRules.broken(
                        "V0124__contract_awaits.sql", "alter table claim drop column awaits; drop index a;"))
                .isEmpty();
        assertThat(MigrationRules.broken(
                        "V0124__contract_named.sql",
                        "alter table claim add constraint named check (task <> '') not valid;"))
                .isEmpty();
        assertThat(MigrationRules.broken("V0124__contract_awaits.sql", "alter table claim rename column a to b;"))
                .hasSize(1);
        assertThat(MigrationRules.broken(
                        "V0124__contract_named.sql", "alter table claim add constraint named check (task <> '');"))
                .singleElement()
                .asString()
                .contains("not valid");
    }
}
