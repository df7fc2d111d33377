-- A volume without a record does not exist, and a later one of its name is another one: no DELETE waits for it.
delete from ledger_due where kind = 'volume' and key in
  (select substr(id, length('volume/') + 1) from resource where id like 'volume/%' and uid = '' and retain_by is null);
delete from resource where id like 'volume/%' and uid = '' and retain_by is null;
