-- The longest due of one queue are found without reading the others.
create index ledger_due_queue on ledger_due (kind, queue, due);
drop index ledger_due_next;
