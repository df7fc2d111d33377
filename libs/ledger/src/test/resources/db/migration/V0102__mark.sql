create table mark (name text primary key);
