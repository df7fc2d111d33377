-- Until when a replica has the key to itself; null = nobody has it. The key stays due.
alter table ledger_due add column leased timestamptz;
