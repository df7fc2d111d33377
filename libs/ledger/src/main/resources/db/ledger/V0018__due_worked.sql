-- When work on this key was done last; null before the first time.
alter table ledger_due add column worked timestamptz;
