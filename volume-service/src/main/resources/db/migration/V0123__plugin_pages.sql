-- The volumes of a plugin are read page by page, in the order of their names.
create index volume_of_plugin on volume (plugin, name);
drop index volume_plugin;
