-- Agents that spoke before anybody listened: silence counts from now.
insert into ledger_heard (name, applied, interval_ms, silent)
  select distinct node, clock_timestamp(), 10000, false from fingerprint on conflict do nothing;
