#!/bin/sh
# Run once by the PostgreSQL image, on an empty data folder: each service's role, and the database that it owns
# (HAWSER_DATABASES are both). The role volume_service has the password HAWSER_DATABASE_VOLUME_SERVICE.
set -eu
for service in $HAWSER_DATABASES; do
  password=$(printenv "HAWSER_DATABASE_$(echo "$service" | tr '[:lower:]' '[:upper:]')")
  psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=service="$service" --set=password="$password" --username=postgres <<'SQL'
CREATE ROLE :"service" LOGIN PASSWORD :'password';
CREATE DATABASE :"service" OWNER :"service";
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
SQL
done
