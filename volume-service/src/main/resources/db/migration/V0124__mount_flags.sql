-- A task's own mount flags, and those with which a node has a volume; null: unknown, or the volume's alone.
alter table claim add column mount_flags text[] not null default '{}';
alter table publication add column mount_flags text[];
