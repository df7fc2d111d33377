-- How many partitions the topic had when it was complete: with more, the records of many keys are in another one. Null
-- until a replica of this release has seen the topic.
alter table ledger_topic add column partitions int;
