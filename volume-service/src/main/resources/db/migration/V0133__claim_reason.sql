-- A replica of the release before writes only the message: the reason is then that of the message before, or none.
alter table claim add column reason text not null default '';
