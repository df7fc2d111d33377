-- Fingerprints that a node's former agent left on the topic. The present agent has not written these keys so far.
create table former_fingerprint (
  node   text        not null,
  plugin text        not null,
  since  timestamptz not null, -- when the present agent took the place
  primary key (node, plugin)
);
