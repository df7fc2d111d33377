-- A database that was lost or went back decides again what it had decided. A volume that was created since then is
-- another one, and is not meant.
alter table service add column lost_decision timestamptz; -- when a lost database decided it; null: none did
alter table resource add column requested timestamptz;    -- when its creation was asked for; null: not known
