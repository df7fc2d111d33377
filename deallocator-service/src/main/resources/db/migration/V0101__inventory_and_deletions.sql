-- What the orchestrator says there is, and how far each deletion has come. The ledger's own tables stand in db/ledger.

-- Tasks whose container runs or may still run; one that ended has no row.
create table live_task (
  name    text primary key,
  service text not null -- empty: of no service
);
create index live_task_service on live_task (service, name);

create table service (
  name        text   primary key,
  networks    text[] not null,
  own_volumes text[] not null, -- those of policy DELETE
  deletion    text   not null check (deletion in ('NOT_ASKED', 'ASKED', 'DEALLOCATED')),
  watermarks  text,            -- ends of the topics, noted when nothing held it any more
  revision    bigint not null  -- of the published deallocation; 0 before
);
create index service_networks on service using gin (networks);

create table network (
  name       text   primary key,
  deletion   text   not null check (deletion in ('NOT_ASKED', 'ASKED', 'DEALLOCATED')),
  watermarks text,
  revision   bigint not null
);
