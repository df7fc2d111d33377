-- One table for all kinds of resources that services refer to, and for what ended services said about them. Topics are
-- read again from their start, because earlier versions did not store all of a service's references. So earlier tables
-- are emptied, and positions and due work forgotten, as with a database that was lost (DESIGN.md).
drop table network;
drop table service;
drop table live_task;
delete from ledger_position;
delete from ledger_due;

-- Tasks whose container runs or may still run; one that ended has no row.
create table live_task (
  name    text primary key,
  service text not null, -- empty: of no service
  since   timestamptz not null
);
create index live_task_service on live_task (service, name);

-- Records of tasks that cannot be read, by their place.
create table unreadable_task (
  place   text primary key,
  key     text,
  service text, -- null: every service
  since   timestamptz not null
);
create index unreadable_task_key on unreadable_task (key);

create table service (
  name       text primary key,
  resources  text[] not null, -- KIND/NAME
  policies   text[] not null, -- of each of the resources
  deletion   text not null check (deletion in ('NOT_ASKED', 'ASKED', 'DEALLOCATED')),
  watermarks text,            -- ends of the topics, noted when nothing held it any more
  asked      timestamptz,     -- since when its deletion is asked for
  changed    timestamptz,     -- when a holder last came or went; after the decision, when it was made
  revision   bigint not null, -- of the deallocation; 0 before
  told       bytea not null,  -- the deallocation as it is written; empty before
  origin     text not null,   -- where its last record is that counted
  since      timestamptz not null
);
create index service_resources on service using gin (resources);

create table resource (
  id            text primary key, -- KIND/NAME
  uid           text not null,
  leaving       boolean not null,
  delete_by     text, -- the last service that ended and said DELETE
  delete_origin text,
  retain_by     text,
  deletion      text not null check (deletion in ('NOT_ASKED', 'ASKED', 'DEALLOCATED')),
  watermarks    text,
  asked         timestamptz,
  changed       timestamptz,
  revision      bigint not null,
  told          bytea not null
);
create index resource_delete_by on resource (delete_by) where delete_by is not null;
