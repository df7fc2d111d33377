-- When a volume in a queue of its plugin is decided although no permit is free; null = it is in no queue.
alter table volume add column look_at timestamptz;
update volume set look_at = queued_since where queued_since is not null;
