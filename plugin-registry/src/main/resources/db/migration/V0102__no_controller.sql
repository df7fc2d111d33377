-- The plugin was asked on the node and offers no controller service.
alter table fingerprint add column no_controller boolean not null default false;
