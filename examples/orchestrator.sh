#!/usr/bin/env bash
# An orchestrator: creates a volume, mounts it for one task, and removes it. Arguments: bootstrap servers, node.
set -euo pipefail
servers=$1 node=$2
run=sh-$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')
volume=$run-volume task=$run-task

# A structured CloudEvent: one JSON text, no headers. Its id is the command id.
write() { # topic, key, event id, type, data
  jq -nc --arg id "$3" --arg type "hawser.v1.$4" --argjson data "$5" \
    '{specversion: "1.0", id: $id, source: "orchestrator.sh", type: $type, data: $data}' |
    kcat -P -q -b "$servers" -X enable.idempotence=true -t "$1" -k "$2"
}

# The last value of a key, if it satisfies a condition; a tombstone is null.
look() { # topic, key, condition in jq
  kcat -C -q -e -o beginning -b "$servers" -t "$1" -X isolation.level=read_committed -f '%k\t%s\n' |
    jq -Rrs --arg key "$2" '[split("\n")[] | split("\t") | select(.[0] == $key) | .[1:] | join("\t")] | last // ""
      | if . == "" then null else fromjson end | select('"$3"')'
}

wait_for() { # as look
  local found
  for _ in {1..60}; do
    found=$(look "$@")
    [[ -z $found ]] || { printf '%s\n' "$found" && return; }
    sleep 0.3
  done
  echo "$1 $2: not $3 in time" >&2
  exit 1
}

done_or_exit() { # command id
  local rejected
  rejected=$(wait_for hawser.command-results "$1" '. != null and (has("done") or has("rejected"))' |
    jq -r '.rejected.message // empty')
  [[ -z $rejected ]] || { echo "rejected: $rejected" >&2 && exit 1; }
}

task() { # observed state
  write hawser.tasks "$task" "$run-$1" Task "$(jq -nc --arg name "$task" --arg node "$node" --arg volume "$volume" \
    --arg state "TASK_STATE_$1" '{$name, $node, observed: $state, mounts: [{source: $volume, target: "/data"}]}')"
}

write hawser.volume-commands "$volume" "$run-create" CreateVolume "$(jq -nc --arg name "$volume" \
  '{$name, spec: {plugin: "hostpath.hawser", mount: {}, capacity: {requiredBytes: "1048576"}}}')"
done_or_exit "$run-create"
task PENDING
wait_for hawser.task-volumes "$task" '. != null and [.mounts[]? | has("mounted")] == [true]' |
  jq -r '"mounted " + .mounts[0].mounted.path'
task RUNNING # here the container starts, with the path bound to /data, and runs
task COMPLETE
# The container is gone, so the task's record goes: a key with an empty value is a tombstone.
printf '%s\t\n' "$task" | kcat -P -q -Z -K '\t' -b "$servers" -t hawser.tasks
write hawser.volume-commands "$volume" "$run-remove" RemoveVolume "$(jq -nc --arg name "$volume" '{$name}')"
done_or_exit "$run-remove"
echo "removed $volume"
