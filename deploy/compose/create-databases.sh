#!/bin/sh
# Run once by the PostgreSQL image, on an empty data folder: each service's role, and the database that it owns
# (HAWSER_DATABASES are both). The role volume_service has the password HAWSER_DATABASE_VOLUME_SERVICE.
set -eu
for service in $HAWSER_DATABASES; do
  # Not on psql's command line, which every user of the machine can read.
  PASSWORD=$(printenv "HAWSER_DATABASE_$(echo "$service" | tr '[:lower:]' '[:upper:]')")
  export PASSWORD
  psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=service="$service" --username=postgres <<'SQL'
\getenv password PASSWORD
CREATE ROLE :"service" LOGIN PASSWORD :'password';
CREATE DATABASE :"service" OWNER :"service";
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
SQL
done
