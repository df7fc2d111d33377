-- A node's fence counts for what cannot be undone only when the nodes' topic has been read as far as it went after the
-- fence was stored.
alter table node
  add column fence         bigint  not null default 0, -- number of the present fence; 0 = none that is still to be confirmed
  add column fence_barrier text,                       -- how far to read; null = not noted yet
  add column fence_read    boolean not null default false;
-- Fences that were acted on before.
update node set fence_read = true;
