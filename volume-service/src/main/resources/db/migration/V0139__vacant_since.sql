-- Since when a node that was given up is in the inventory again, and another agent may take its place. Of one that
-- already is, that is not known: any record of the former agent takes the place back.
alter table speaker add column vacant_since timestamptz;
