#!/bin/sh
# class-archive.sh service JAR ARCHIVE, or
# class-archive.sh broker CLASS_PATH ARCHIVE, or
# class-archive.sh cli CLASS_PATH ARCHIVE BROKER_CLASS_PATH BROKER_ARCHIVE: writes the class archive (JEP 350) of a packaged service, or of the local broker, with
# which it starts in two thirds of the time, or in half of it.
#
# The command line's is an AOT cache (JEP 514), of a program that does what commands do, with a broker, and ends. It takes no classes of Java 5's format, so
# those get a newer one.
#
# A service starts with neither database nor broker until it says that it waits for them, and ends; the broker starts until it says that it is ready. What was loaded
# until then is archived. Without an archive that fits a JVM starts as ever, only slower; so this fails no build, and says in its log what went wrong.
set -u
kind=$1 code=$2 archive=$3 log=$3.log program= broker=
scratch=$(mktemp -d)
# A service waits for ever, and hears no Ctrl-C: whoever ends this ends it, and so does the time.
trap 'kill $program $broker 2>/dev/null; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
rm -f "$archive"
# What an earlier build wrote is not what this program says.
: >"$log"

case $kind in
service)
  # Nobody listens on the discard port, and Kafka's client is to notice that soon.
  export QUARKUS_PROFILE=local QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_HTTP_PORT=0
  export KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9 KAFKA_REQUEST_TIMEOUT_MS=1000 KAFKA_DEFAULT_API_TIMEOUT_MS=2000
  export QUARKUS_FLYWAY_MIGRATE_AT_START=false QUARKUS_DATASOURCE_USERNAME=nobody QUARKUS_DATASOURCE_PASSWORD=none
  export QUARKUS_DATASOURCE_JDBC_URL=jdbc:postgresql://127.0.0.1:9/none QUARKUS_DATASOURCE_REACTIVE_URL=postgresql://127.0.0.1:9/none
  # Where node-agent would find its node and its plugins.
  export HAWSER_NODE=none HAWSER_ROOT="$scratch/root" HAWSER_PLUGIN_DIR="$scratch/plugins"
  mkdir "$HAWSER_ROOT" "$HAWSER_PLUGIN_DIR"
  said='the broker does not answer yet'
  set -- -Xmx192m "-XX:ArchiveClassesAtExit=$archive" -jar "$code"
  ;;
broker)
  said='the broker is ready'
  set -- -Xmx320m "-XX:ArchiveClassesAtExit=$archive" -Djava.util.logging.manager=org.jboss.logmanager.LogManager \
    -cp "$code" io.hawser.embedded.broker.BrokerMain "$scratch"
  ;;
cli)
  said='AOTCache creation is complete'
  "$JAVA_HOME/bin/java" "$(dirname "$0")/NewerClasses.java" "${code%%/\**}"/picocli-*.jar >"$log" 2>&1
  timeout --kill-after=60 90 "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx320m "-XX:SharedArchiveFile=$5" -Xlog:disable \
    -Djava.util.logging.manager=org.jboss.logmanager.LogManager -cp "$4" io.hawser.embedded.broker.BrokerMain "$scratch" >"$scratch/broker.log" 2>&1 &
  broker=$!
  until grep -q 'the broker is ready' "$scratch/broker.log" || ! kill -0 "$broker" 2>/dev/null; do
    sleep 0.2
  done
  set -- -Xmx256m --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "-XX:AOTCacheOutput=$archive" \
    -cp "$code" io.hawser.cli.Rehearsal "$(sed -n 's/^the broker is ready on //p' "$scratch/broker.log")"
  ;;
esac

timeout --kill-after=60 90 "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@" >"$log" 2>&1 &
program=$!
until grep -q "$said" "$log" || ! kill -0 "$program" 2>/dev/null; do
  sleep 0.2
done
kill "$program" 2>/dev/null
wait "$program"
program=
if [ ! -s "$archive" ]; then
  echo "no class archive of $code: its starts will be slower; see $log"
elif ! grep -q "$said" "$log"; then
  echo "half a class archive of $code, which ended before it said '$said': its starts will be slower; see $log"
fi
