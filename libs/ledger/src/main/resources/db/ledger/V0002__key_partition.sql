-- Which partition an orchestrator writes a key to: order holds within one only.
create table ledger_key_partition (
  topic_id           text not null,
  key                text not null,
  partition          int  not null,
  kept_by_time_since timestamptz, -- its last record; null on a compacted topic, where a tombstone ends it
  primary key (topic_id, key)
);
create index ledger_key_partition_since on ledger_key_partition (kept_by_time_since) where kept_by_time_since is not null;
