-- What every service with a database keeps besides its own state: how far it has read, what it still has to write, what
-- is due.

create table ledger_position (
  consumer  text   not null,
  topic_id  text   not null, -- Kafka's id: a topic that was deleted and created again is another one
  partition int    not null,
  topic     text   not null,
  next      bigint not null,
  primary key (consumer, topic_id, partition)
);

create sequence ledger_outbox_id;

create table ledger_outbox (
  id            bigint   not null default nextval('ledger_outbox_id'),
  shard         smallint not null,
  topic         text     not null,
  key           text     not null,
  partition_key text,
  headers       text     not null,
  value         bytea,
  primary key (shard, id)
);

-- The number of rows here is the number of shards: it must not change while the outbox holds a row.
create table ledger_shard (
  shard       smallint primary key,
  owner       text        not null default '',
  incarnation text        not null default '',
  until       timestamptz not null default '-infinity'
);
insert into ledger_shard (shard) values (0), (1);

create table ledger_due (
  kind    text        not null,
  key     text        not null,
  queue    text        not null default '',
  due     timestamptz not null,
  woken   boolean     not null default false, -- how the row was written last: a wake only ever brings it forward
  primary key (kind, key)
);
create index ledger_due_next on ledger_due (kind, due);
