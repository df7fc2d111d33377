-- A volume whose plugin says that it is in use, while no record says where, is detached from a page of nodes at a time:
-- the last node of the present page; null = there is none, or it is the last page.
alter table volume add column removal_guessed text;
