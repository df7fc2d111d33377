-- What of a command's JSON was ignored. In `command` it is a hawser.v1.CommandResult that has only warnings.
alter table command add column warnings bytea;
alter table deferred_command add column warnings text[] not null default '{}';
