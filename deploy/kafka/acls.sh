#!/bin/sh
# Gives each principal what acls.csv, beside this file, says. Does no harm a second time, and takes nothing away.
set -eu

usage() {
  cat <<'TEXT'
usage: acls.sh --bootstrap-server HOST:PORT [--command-config FILE] [OPTION...]
       acls.sh --print [OPTION...]

  --print                shows the commands, and runs none
  --prefix PREFIX        of topics, groups and transactional ids: HAWSER_TOPICS_PREFIX (hawser)
  --principals PATTERN   who a principal of the table is, %s being its name without "hawser-"
                         (User:hawser-%s; with TLS for example User:CN=%s.hawser.example.com)
  --announce             also what agents with HAWSER_ANNOUNCE need, where no orchestrator writes the topic of nodes
  --kafka-acls COMMAND   Kafka's own tool (kafka-acls.sh)
TEXT
}

print=false prefix=hawser principals='User:hawser-%s' announce=false tool=kafka-acls.sh server='' config=''
while [ $# -gt 0 ]; do
  case $1 in
    --print) print=true; shift; continue ;;
    --announce) announce=true; shift; continue ;;
    --help) usage; exit 0 ;;
  esac
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  case $1 in
    --prefix) prefix=$2 ;;
    --principals) principals=$2 ;;
    --kafka-acls) tool=$2 ;;
    --bootstrap-server) server=$2 ;;
    --command-config) config=$2 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift 2
done
[ -n "$server" ] || $print || { usage >&2; exit 2; }

rights="$(dirname -- "$0")/acls.csv"
[ -r "$rights" ] || { echo "acls.sh: $rights cannot be read" >&2; exit 1; }
tail -n +2 "$rights" |
  while IFS=, read -r principal resource names pattern operations when why; do
    [ "$when" = always ] || $announce || continue
    # shellcheck disable=SC2059
    who=$(printf "$principals" "${principal#hawser-}")
    set -- --add --allow-principal "$who" --resource-pattern-type "$pattern"
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
