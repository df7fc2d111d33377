-- The last generation that the node was given, as far as known: it may yet mount what that assignment says.
alter table orphaned_mount add column generation bigint not null default 0;
