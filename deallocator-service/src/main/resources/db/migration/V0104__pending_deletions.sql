-- Deletions that are asked for are counted every few seconds, among many resources that no user deletes.
drop index concurrently if exists service_pending;
create index concurrently service_pending on service (asked) where deletion <> 'NOT_ASKED';
drop index concurrently if exists resource_pending;
create index concurrently resource_pending on resource (id, asked) where deletion <> 'NOT_ASKED';
