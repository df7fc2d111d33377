-- The node's plugin takes no group, so the node's agent gives the files to the volume's.
alter table publication add column group_by_agent boolean not null default false;
