#!/bin/sh
# Gives each principal what acls.csv, beside this file, says. Does no harm a second time, and takes nothing away.
set -eu

usage() {
  cat <<'TEXT'
usage: acls.sh --bootstrap-server HOST:PORT [--command-config FILE] [OPTION...]
       acls.sh --print [OPTION...]
       acls.sh --kafka-users CLUSTER [OPTION...]

  --print                shows the commands, and runs none
  --kafka-users CLUSTER  prints the same as manifests for Strimzi's User Operator, which deletes all rights that no such
                         manifest gives; CLUSTER is the name of Strimzi's Kafka
  --prefix PREFIX        of topics, groups and transactional ids: HAWSER_TOPICS_PREFIX (hawser)
  --principals PATTERN   who a principal of the table is, %s being its name without "hawser-"
                         (User:hawser-%s; with TLS for example User:CN=%s.hawser.example.com)
  --announce             also what agents with HAWSER_ANNOUNCE need, where no orchestrator writes the topic of nodes
  --kafka-acls COMMAND   Kafka's own tool (kafka-acls.sh)
TEXT
}

print=false prefix=hawser principals='User:hawser-%s' announce=false tool=kafka-acls.sh server='' config='' cluster=''
while [ $# -gt 0 ]; do
  case $1 in
    --print) print=true; shift; continue ;;
    --announce) announce=true; shift; continue ;;
    --help) usage; exit 0 ;;
  esac
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  case $1 in
    --kafka-users) cluster=$2 ;;
    --prefix) prefix=$2 ;;
    --principals) principals=$2 ;;
    --kafka-acls) tool=$2 ;;
    --bootstrap-server) server=$2 ;;
    --command-config) config=$2 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift 2
done
[ -n "$server" ] || [ -n "$cluster" ] || $print || { usage >&2; exit 2; }

rights="$(dirname -- "$0")/acls.csv"
[ -r "$rights" ] || { echo "acls.sh: $rights cannot be read" >&2; exit 1; }

# shellcheck disable=SC2059
principal_of() { printf "$principals" "${1#hawser-}"; }

# The rows of a principal follow each other.
kafka_users() {
  login=scram-sha-512 before=''
  case $principals in User:CN=*) login=tls ;; esac
  while IFS=, read -r principal resource names pattern operations when why; do
    [ "$when" = always ] || $announce || continue
    if [ "$principal" != "$before" ]; then
      before=$principal user=$(principal_of "$principal")
      user=${user#User:}
      [ $login = scram-sha-512 ] || user=${user#CN=}
      case $user in
        *[!a-z0-9.-]*) echo "acls.sh: $user cannot be the name of a KafkaUser: that has a-z, 0-9, - and ." >&2; exit 2 ;;
      esac
      cat <<YAML
---
apiVersion: kafka.strimzi.io/v1
kind: KafkaUser
metadata:
  name: $user
  labels:
    strimzi.io/cluster: $cluster
spec:
  authentication:
    type: $login
  authorization:
    type: simple
    acls:
YAML
    fi
    case $resource in transactional-id) resource=transactionalId ;; esac
    case $pattern in prefixed) pattern=prefix ;; esac
    echo "      # $why"
    for name in $names; do
      echo "      - resource: {type: $resource, name: $prefix.$name, patternType: $pattern}"
      echo "        operations: [$(echo "$operations" | sed 's/ /, /g')]"
    done
  done
}

kafka_acls() {
  while IFS=, read -r principal resource names pattern operations when why; do
    [ "$when" = always ] || $announce || continue
    set -- --add --allow-principal "$(principal_of "$principal")" --resource-pattern-type "$pattern"
    for operation in $operations; do set -- "$@" --operation "$operation"; done
    for name in $names; do set -- "$@" "--$resource" "$prefix.$name"; done
    [ -z "$config" ] || set -- --command-config "$config" "$@"
    [ -z "$server" ] || set -- --bootstrap-server "$server" "$@"
    if $print; then
      line=$tool
      for word in "$@"; do
        case $word in *[!A-Za-z0-9_.:,=/-]*) word="'$word'" ;; esac
        line="$line $word"
      done
      echo "$line"
    else
      "$tool" "$@" </dev/null
    fi
  done
}

if [ -n "$cluster" ]; then give=kafka_users; else give=kafka_acls; fi
tail -n +2 "$rights" | $give
