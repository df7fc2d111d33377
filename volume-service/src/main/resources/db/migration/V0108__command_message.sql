-- The command itself, to be compared parsed: a digest of its bytes depends on the order in which a producer wrote a
-- map. Older rows, and older replicas beside
-- this one, have the digest only.
alter table command add column message bytea; -- hawser.v1.CreateVolume, UpdateVolume or RemoveVolume
