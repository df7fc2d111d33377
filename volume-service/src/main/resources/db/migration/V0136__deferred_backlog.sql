-- Whether a lost database may have acted on the waiting command: only the replica that read it knows how far the log
-- went then. Of commands that already wait, that is assumed.
alter table deferred_command add column backlog boolean not null default true;
