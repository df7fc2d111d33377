create table shelf (book text primary key, place text not null);
