-- When the command that creates the volume was accepted; null for volumes of an earlier version.
alter table volume add column requested timestamptz;
