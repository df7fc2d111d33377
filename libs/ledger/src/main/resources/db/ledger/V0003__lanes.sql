-- The longest due of one lane are found without reading the others.
create index ledger_due_lane on ledger_due (kind, lane, due);
drop index ledger_due_next;
