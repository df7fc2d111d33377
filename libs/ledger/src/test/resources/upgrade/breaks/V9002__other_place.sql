alter table shelf rename column place to room;
