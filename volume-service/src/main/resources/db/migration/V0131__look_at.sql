-- When a volume in a queue of its plugin is decided although no permit is free; null = it is in no queue, or an earlier
-- version put it there.
alter table volume add column look_at timestamptz;
