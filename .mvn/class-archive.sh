#!/bin/sh
# class-archive.sh JAR ARCHIVE: writes the class archive (JEP 350) of a packaged service, with which it starts in two thirds of the time.
#
# The service starts with neither database nor broker until it says that it waits for them, and ends: what it has loaded until then is archived. Without an
# archive that fits a JVM starts as ever, only slower; so this fails no build, and says in its log what went wrong.
set -u
jar=$1 archive=$2 log=$2.log service=
scratch=$(mktemp -d)
# It waits for ever, and hears no Ctrl-C: whoever ends this ends it, and so does the time.
trap 'kill $service 2>/dev/null; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
rm -f "$archive"
# What an earlier build wrote is not what this service says.
: >"$log"

# Nobody listens on the discard port, and Kafka's client is to notice that soon.
export QUARKUS_PROFILE=local QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_HTTP_PORT=0
export KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9 KAFKA_REQUEST_TIMEOUT_MS=1000 KAFKA_DEFAULT_API_TIMEOUT_MS=2000
export QUARKUS_FLYWAY_MIGRATE_AT_START=false QUARKUS_DATASOURCE_USERNAME=nobody QUARKUS_DATASOURCE_PASSWORD=none
export QUARKUS_DATASOURCE_JDBC_URL=jdbc:postgresql://127.0.0.1:9/none QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://127.0.0.1:9/none
export HAWSER_NODE=none HAWSER_ROOT="$scratch/root" HAWSER_PLUGIN_DIR="$scratch/plugins"
mkdir "$HAWSER_ROOT" "$HAWSER_PLUGIN_DIR"

timeout --kill-after=60 90 "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx192m \
  "-XX:ArchiveClassesAtExit=$archive" -jar "$jar" >"$log" 2>&1 &
service=$!
until grep -q 'the broker does not answer yet' "$log" || ! kill -0 "$service" 2>/dev/null; do
  sleep 1
done
kill "$service" 2>/dev/null
wait "$service"
service=
[ -s "$archive" ] || echo "no class archive of $jar: its starts will be slower; see $log"
