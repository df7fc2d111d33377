-- What the registering side says of an instance.
alter table instance
  add column role    text   not null default 'UNSPECIFIED'
    check (role in ('UNSPECIFIED', 'CONTROLLER', 'NODE', 'BOTH')),
  add column version text   not null default '',
  add column options text[] not null default '{}'; -- NAME=VALUE
-- Keys of the node's topology.
alter table fingerprint add column topology_keys text[] not null default '{}';
