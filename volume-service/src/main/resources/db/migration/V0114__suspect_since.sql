-- Since when the node is suspect: when its agent was heard last, or its clone was found; null = not known.
alter table node add column suspect_since timestamptz;
