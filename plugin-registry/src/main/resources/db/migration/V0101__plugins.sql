-- What is registered and found. Instances and fingerprints are children of their plugin: its row is the lock for all of
-- them.

create table node (
  name  text primary key,
  state text not null check (state in ('PRESENT', 'FENCED', 'REMOVED'))
);

create table plugin (
  name         text   primary key,
  current_name text   not null, -- empty: none is healthy
  published    bytea,           -- hawser.v1.Plugin as last published, without revision
  revision     bigint not null
);

create table instance (
  id                      text    primary key, -- plugin/name
  plugin                  text    not null references plugin (name) deferrable initially deferred,
  name                    text    not null,
  node                    text    not null,
  endpoint                text    not null,
  registered              bigint  not null,
  health                  text    not null check (health in ('UNASKED', 'HEALTHY', 'UNHEALTHY')),
  good_in_a_row           int     not null,
  message                 text    not null,
  failures                int     not null,
  lapsed                  boolean not null,
  answered                boolean not null, -- whether the columns below say something
  vendor_version          text    not null,
  controller              boolean not null,
  plugin_capabilities     int[]   not null,
  controller_capabilities int[]   not null
);
create index instance_plugin on instance (plugin);

create table fingerprint (
  id      text    primary key, -- node/plugin
  plugin  text    not null references plugin (name) deferrable initially deferred,
  node    text    not null,
  healthy boolean not null,
  message text    not null
);
create index fingerprint_plugin on fingerprint (plugin);
create index fingerprint_node on fingerprint (node);

-- Accepted commands of the last 7 days.
create table command (
  id       text        primary key,
  digest   text        not null,
  accepted timestamptz not null
);
create index command_accepted on command (accepted);
