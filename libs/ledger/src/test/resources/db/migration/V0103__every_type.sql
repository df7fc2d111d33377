-- A column of each type that a row may have.
create table every_type (
  one       text not null,
  other     text not null,
  texts     text[],
  bytes     bytea,
  flag      boolean not null,
  number    int not null,
  large     bigint not null,
  maybe     bigint,
  at        timestamptz,
  ints      int4[],
  inner_text text not null,
  inner_at  timestamptz,
  theirs    text,
  primary key (one, other)
);
