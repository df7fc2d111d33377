-- Since when the wish waits.
alter table deferred_wish add column since timestamptz not null default now();
