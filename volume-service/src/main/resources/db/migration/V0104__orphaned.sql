-- Mounts that a node has without any assignment, of volumes that are known: to be answered once everything written
-- before has been read.
create table orphaned_mount (
  key     text  primary key, -- node/volume
  node    text  not null,
  volume  text  not null,
  uid     text  not null,
  report  bytea not null, -- hawser.v1.MountReport
  barrier text            -- null = not noted yet
);
