-- Since when an instance, or a node, does not serve; null while it does.
alter table instance add column unhealthy_since timestamptz;
alter table fingerprint add column unhealthy_since timestamptz;
update instance set unhealthy_since = clock_timestamp() where health = 'UNHEALTHY';
update fingerprint set unhealthy_since = clock_timestamp() where not healthy;
