-- At which volumes a waiting claim stands in the queue: those whose present users are its sole reason to wait. Of a
-- group that may be some members only.
alter table claim add column awaits text[] not null default '{}';
update claim set awaits = array(
  select v.name from volume v where v.name = claim.source or (v.volume_group <> '' and claim.source = 'group:' || v.volume_group)
) where only_occupancy;
alter table claim drop column only_occupancy;
-- Which members those are was not kept: decided anew.
update ledger_due set due = now() where kind = 'task' and key in (select task from claim where state = 'WAITING');
