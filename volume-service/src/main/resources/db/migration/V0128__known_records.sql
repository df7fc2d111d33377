-- All records on hawser.volumes from before this time are known here. An older copy of the database has an earlier
-- time, and so knows from when on it has to compare itself with the topic.
create table known_records (
  one   boolean primary key default true check (one),
  until timestamptz not null
);
