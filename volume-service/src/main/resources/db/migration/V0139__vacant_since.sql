-- Since when a node that was given up is in the inventory again, and another agent may take its place. Null: it is not,
-- or it was before this column existed; then any record of an agent takes the place.
alter table speaker add column vacant_since timestamptz;
