create table session_limits as
select current_setting('tcp_keepalives_idle')::int as idle,
  current_setting('tcp_keepalives_interval')::int as silent,
  current_setting('tcp_keepalives_count')::int as tries,
  (select setting::int from pg_settings where name = 'client_connection_check_interval') as checked;
