-- Where the last record of a service stood that counted: the removals of its volumes are known by it. Of services from
-- before nobody kept it; until their next record they have a text of their own that no other removal has.
alter table service add column origin text not null default gen_random_uuid()::text;
alter table service alter column origin drop default;
