-- A task is as old as its first record, also an unreadable one.
alter table unreadable_task add column written timestamptz; -- when the record was written; null: not known
