-- Since when each try of the work on this key fails; null where the last one was done.
alter table ledger_due add column failing_since timestamptz;
