-- References that ended before their service was deallocated. Tasks that are older than that hold the resource.
create table earlier_reference (
  resource text not null, -- KIND/NAME
  service  text not null,
  dropped  timestamptz not null, -- when the record was written that ended it
  noted    timestamptz not null default now(),
  primary key (resource, service)
);
alter table live_task add column written timestamptz; -- when the record was written that was read first
