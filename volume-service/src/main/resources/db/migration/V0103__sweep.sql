-- What the plugin's listing said differently, in the last sweep, and in the last two alike: conditions.
alter table volume add column listing_found text[] not null default '{}';
alter table volume add column listing_confirmed text[] not null default '{}';

-- Until when a replica has a plugin's listing to itself.
create table sweep (
  plugin text        primary key,
  until  timestamptz not null
);

-- Volumes that a plugin lists under a name of ours and that no record knows.
create table orphaned_volume (
  plugin    text    not null,
  volume_id text    not null,
  reported  boolean not null, -- an event reported it
  primary key (plugin, volume_id)
);
