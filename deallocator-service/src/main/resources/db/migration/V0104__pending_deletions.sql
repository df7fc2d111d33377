-- Deletions that are asked for are counted every few seconds, among many resources that nobody deletes.
create index concurrently service_pending on service (asked) where deletion <> 'NOT_ASKED';
create index concurrently resource_pending on resource (id, asked) where deletion <> 'NOT_ASKED';
