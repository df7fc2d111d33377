-- Who is to be heard at an interval, and when that was last: of a node's agent, say.
create table ledger_heard (
  name        text        primary key,
  heard       timestamptz,           -- by the broker's clock; null where the topic keeps its producers' times
  applied     timestamptz not null,  -- by this database's clock, when it was read
  interval_ms bigint      not null,  -- how soon the next word was promised
  silent      boolean     not null
);
create index ledger_heard_applied on ledger_heard (applied) where not silent;
