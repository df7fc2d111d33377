-- The plugin's id of the node under which hawser.volumes says that the volume was attached, after a restore. The volume
-- is detached there even if the node reports that nothing is left. Empty = only the node's report is known.
alter table orphaned_mount add column csi_node_id text not null default '';
