-- Since when the command waits.
alter table deferred_command add column since timestamptz not null default now();
