-- Revision of the last record of the plugin that changed what volumes' decisions read.
alter table plugin add column changed_revision bigint not null default 0;
