-- The last generation drawn for any node of the volume, so that generations never go back, whatever the clock does; 0 =
-- none since this column is there.
alter table volume add column generation bigint not null default 0;
-- Since when the volume is being created, or removed; null = not decided about since this column is there.
alter table volume add column since timestamptz;
-- Since when no healthy controller of its plugin is known; null = there is one.
alter table volume add column unserved_since timestamptz;
-- Nodes that a forced removal left it attached to, perhaps.
alter table volume add column removal_abandoned text[] not null default '{}';

-- Since when it is in its state, or its node has its generation.
alter table publication add column since timestamptz;
-- The command by which an operator says that nothing is mounted there any more, and whether the present generation says
-- so to the node.
alter table publication add column forget text not null default '';
alter table publication add column forget_announced boolean not null default false;
-- The plugin refused for want of a place, or because of an attachment elsewhere: a detach ends the wait.
alter table publication add column busy boolean not null default false;
