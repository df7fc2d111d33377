-- Since when a volume waits for a place among the calls of its plugin; null = it does not wait.
alter table volume add column queued_since timestamptz;
