create table counter (name text primary key, count int not null);
