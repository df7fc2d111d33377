-- Which life of each state topic that this service writes holds everything that stands: by Kafka's id.
create table ledger_topic (
  topic    text primary key,
  topic_id text        not null,
  until    timestamptz not null default '-infinity' -- so long one replica writes the records again
);
