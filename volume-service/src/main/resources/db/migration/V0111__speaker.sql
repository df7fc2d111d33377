-- Which agent speaks for a node: one word of another changes nothing.
create table speaker (
  node        text    primary key,
  root        text    not null, -- empty = nobody has named itself yet
  machine     text    not null,
  boots       text[]  not null, -- "FIRST LAST ID": a boot, and the revisions that were read of it; oldest first
  place       text    not null, -- PRESENT, REMOVED, GIVEN_UP, VACANT
  cloned      boolean not null,
  heard       timestamptz,
  stranger    text    not null, -- the last that spoke and does not count
  stranger_at timestamptz
);
-- Why no new claims are granted there although the node is not fenced; empty = nothing.
alter table node
  add column suspect         text not null default '',
  add column suspect_message text not null default '';
-- Agents that spoke before anybody listened: silence counts from now.
insert into ledger_heard (name, applied, interval_ms, silent)
  select distinct node, clock_timestamp(), 10000, false from node_plugin on conflict do nothing;
