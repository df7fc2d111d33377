-- When a row was written, by the database's clock, while its entity was locked. Null where a replica before this
-- version wrote it before this was applied.
alter table ledger_outbox add column drawn timestamptz;
alter table ledger_outbox alter column drawn set default clock_timestamp();
