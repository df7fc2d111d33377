-- Mounts of volumes that do not exist: a person must unmount them. Key: NODE/VOLUME.
create table unknown_mount (
  key text primary key,
  node text not null,
  volume text not null,
  uid text not null,
  since timestamptz not null,
  heard timestamptz not null
);
create index unknown_mount_node on unknown_mount (node);
