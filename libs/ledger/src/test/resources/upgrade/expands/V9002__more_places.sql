alter table shelf add column room text not null default '';
create table room (name text primary key);
