-- Deletions that are asked for are counted every few seconds, among many resources that nobody deletes.
create index service_pending on service (asked) where deletion <> 'NOT_ASKED';
create index resource_pending on resource (id, asked) where deletion <> 'NOT_ASKED';
