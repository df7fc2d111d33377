#!/bin/sh
# Run once by the PostgreSQL image, on an empty data folder: each service's role, and the database that it owns (HAWSER_DATABASES are both). All
# with the one password of this machine.
set -eu
for service in $HAWSER_DATABASES; do
  psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=service="$service" --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
CREATE ROLE :"service" LOGIN PASSWORD :'password';
CREATE DATABASE :"service" OWNER :"service";
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
SQL
done
