-- Whether the last ControllerPublishVolume was sent with readonly. Before this column existed, none was.
alter table publication add column attached_read_only boolean not null default false;
