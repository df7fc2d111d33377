-- The node's last assignment from a database of which an older copy was restored; 0 = none is known.
alter table publication add column lost_generation bigint not null default 0;
