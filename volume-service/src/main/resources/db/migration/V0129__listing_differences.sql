-- What differed in a listing is forgotten without a look at all volumes of the plugin.
drop index concurrently if exists volume_listing;
create index concurrently volume_listing on volume (plugin, name)
  where listing_found <> '{}' or listing_confirmed <> '{}';
