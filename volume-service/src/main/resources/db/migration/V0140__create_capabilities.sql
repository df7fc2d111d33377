-- What the plugin was able to do when CreateVolume was sent. Null: it was not sent, or before these columns existed.
alter table volume add column create_multi_writer boolean;
alter table volume add column create_constrains_access boolean;
-- Whether a node has the volume with SINGLE_NODE_SINGLE_WRITER or SINGLE_NODE_MULTI_WRITER. Null: its plugin decides.
alter table publication add column multi_writer boolean;
