-- A detach looks for attaches that wait for a place on its node; nearly always there is none.
create index publication_busy on publication (node) where busy;
-- Each decision about a volume asks whether a node has it mounted without an assignment.
create index orphaned_mount_volume on orphaned_mount (volume);
-- Each page of a listing of a plugin is compared with the volumes by uid.
create index volume_uid on volume (uid);
