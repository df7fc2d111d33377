-- Since when the mount has no answer, and what it waits for, as the volume's condition says; empty = not looked at yet.
alter table orphaned_mount
  add column since timestamptz not null default now(),
  add column message text    not null default '';
