-- Commands that would be refused only because something is not known yet, and those behind them that are about the same
-- volume; in the order in which they came.
create table deferred_command (
  seq       bigint generated always as identity primary key,
  volume    text   not null,
  id        text   not null,
  type      text   not null,
  key       text   not null,
  message   bytea  not null,
  topic     text   not null, -- where the record stood
  topic_id  text   not null,
  part      int    not null,
  at_offset bigint not null,
  waits_for text   not null, -- what is not known, for people
  barrier   text             -- how far the logs must be read first; null = not noted yet
);
create index deferred_command_volume on deferred_command (volume);
create index deferred_command_id on deferred_command (id);
