-- The ids of further commands that asked for the removal: each ends with an answer.
alter table volume add column removal_later text[] not null default '{}';
