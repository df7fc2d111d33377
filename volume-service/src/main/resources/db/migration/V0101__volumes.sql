-- Facts from the topics: the last record of each, as it came.
create table node (
  name         text primary key,
  message      bytea   not null, -- hawser.v1.Node
  removed      boolean not null
);

create table plugin (
  name    text primary key,
  message bytea not null -- hawser.v1.Plugin
);

-- What a plugin can do on a node, and the lock under which places there are given away.
create table node_plugin (
  node    text  not null,
  plugin  text  not null,
  message bytea not null, -- hawser.v1.Fingerprint
  primary key (node, plugin)
);
create index node_plugin_plugin on node_plugin (plugin);

create table task (
  name      text primary key,
  node      text    not null,
  message   bytea   not null, -- hawser.v1.Task
  gone      boolean not null,
  published bytea, -- hawser.v1.TaskVolumes without revision; null = nothing, or a tombstone, was published last
  revision  bigint  not null
);
create index task_node on task (node);

create table volume (
  name              text primary key,
  uid               text    not null,
  plugin            text    not null,
  volume_group      text    not null,
  spec              bytea   not null, -- hawser.v1.VolumeSpec
  create_command    text    not null,
  -- provisioning
  created           boolean not null,
  create_attempted  boolean not null,
  uncertain         boolean not null, -- a create or delete may or may not have taken effect
  volume_id         text    not null,
  capacity_bytes    bigint  not null,
  volume_context    bytea   not null, -- a map, as hawser.v1.Assignment.volume_context
  topology          bytea   not null, -- hawser.v1.TopologyRequirement.requisite
  attempt           int     not null,
  not_before        timestamptz,
  failure           text    not null,
  parked_at         bigint, -- revision of the plugin when it rejected; a newer plugin ends the wait
  -- removal
  removal           boolean not null,
  removal_force     boolean not null,
  removal_command   text    not null,
  removal_barrier   text,
  -- the one call in flight
  call_id           text,
  call_kind         text,
  call_node         text,
  call_until        timestamptz,
  call_uncertain_before boolean not null,
  published         bytea, -- hawser.v1.Volume without revision
  revision          bigint  not null
);
create index volume_plugin on volume (plugin);
create index volume_in_group on volume (volume_group) where volume_group <> '';

create table publication (
  volume            text    not null,
  node              text    not null,
  state             text    not null,
  csi_node_id       text    not null,
  publish_context   bytea   not null, -- a map, as hawser.v1.Assignment.publish_context
  generation        bigint  not null,
  assigned          text[]  not null, -- target ids that the present generation carries
  attempted         boolean not null,
  uncertain         boolean not null,
  unconfirmed       boolean not null,
  attempt           int     not null,
  not_before        timestamptz,
  failure           text    not null,
  parked_at         bigint,
  reported          bytea, -- hawser.v1.MountReport, the newest
  primary key (volume, node)
);
create index publication_node on publication (node);

create table claim (
  task         text    not null,
  target       text    not null,
  volume       text    not null, -- empty while a member of a group is not chosen
  source       text    not null,
  node         text    not null,
  target_id    text    not null,
  read_only    boolean not null,
  state        text    not null,
  requested_at bigint  not null, -- microseconds since 1970: the order among the waiting
  -- The generation that no longer carries the target; 0 = it is still carried, or never was.
  dropped_generation bigint not null,
  message      text    not null,
  only_occupancy boolean not null, -- waiting for nothing else than this volume's present users
  path         text    not null,
  primary key (task, target)
);
create index claim_volume on claim (volume);
create index claim_waiting on claim (source) where state = 'WAITING';
create index claim_node on claim (node);

create table command (
  id       text primary key,
  volume   text        not null,
  content  bytea       not null, -- hash of the command: the same id with another content is refused
  result   bytea       not null, -- hawser.v1.CommandResult, to answer a repetition
  received timestamptz not null
);
create index command_received on command (received);
