-- Few volumes wait in a queue.
drop index concurrently if exists volume_look;
create index concurrently volume_look on volume (look_at) where look_at is not null;
