-- Whether another volume of the plugin has an id: at a registration, and at each answer of CreateVolume. An id may be
-- longer than an entry of a btree, so the index has its hash.
drop index concurrently if exists volume_by_id;
create index concurrently volume_by_id on volume using hash (volume_id);
