-- Id of the command that says that an operator detached the volume at the storage system. A replica of the release
-- before does not write it, and calls the plugin on.
alter table publication add column detached text not null default '';
